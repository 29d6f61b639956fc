import { element, iconOf } from '../dom';

/** A button and what it opens below. */
export interface Fold {
  readonly button: HTMLButtonElement;
  readonly body: HTMLElement;
}

let folds = 0;

/**
 * A button that shows and hides something, which is made when it is first shown.
 * @param label what the button says, or shows; its name is `name` where that is more.
 */
export function foldOf(label: readonly Node[], make: () => Node, { name }: { readonly name?: string } = {}): Fold {
  folds += 1;
  const id = `fold-${folds}`;
  const body = element('div', { className: 'fold-body', attributes: { id } });
  body.hidden = true;
  const button = element(
    'button',
    { className: 'fold', attributes: { type: 'button', 'aria-expanded': 'false', 'aria-controls': id, ...(name === undefined ? {} : { 'aria-label': name }) } },
    iconOf('chevron-right'),
    ...label,
  );
  button.addEventListener('click', () => {
    body.hidden = !body.hidden;
    button.setAttribute('aria-expanded', String(!body.hidden));
    if (!body.hidden && body.childNodes.length === 0) body.append(make());
  });
  return { button, body };
}
