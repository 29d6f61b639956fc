/**
 * Elements without HTML: whatever text is given becomes text, never markup. This is the only way the
 * panel shows data.
 */
export interface ElementOptions {
  readonly className?: string;
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
  readonly onClick?: () => void;
}

/** Makes an element with the given class, text, attributes and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  ...children: readonly (Node | null)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (options.className !== undefined) made.className = options.className;
  if (options.text !== undefined) made.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) made.setAttribute(name, value);
  const { onClick } = options;
  if (onClick !== undefined) made.addEventListener('click', onClick);
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** One of the icons of the editor (`copy`, `go-to-file`), for the eye alone. */
export const iconOf = (name: string): HTMLElement =>
  element('span', { className: `codicon codicon-${name}`, attributes: { 'aria-hidden': 'true' } });

/** A button with a word on it. */
export function buttonOf(text: string, onClick: () => void, className = 'button secondary'): HTMLButtonElement {
  return element('button', { className, text, onClick, attributes: { type: 'button' } });
}

/** A button that shows an icon; what it does is its name and its tooltip. */
export function iconButtonOf(icon: string, name: string, onClick: () => void): HTMLButtonElement {
  return element('button', { className: 'icon-button', onClick, attributes: { type: 'button', title: name, 'aria-label': name } }, iconOf(icon));
}
