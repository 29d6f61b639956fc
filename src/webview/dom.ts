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
