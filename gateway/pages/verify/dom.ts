type Child = Node | string

/** An element with a class and children. Text is always text: nothing out of a file becomes markup. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = '',
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  if (className !== '') made.className = className
  made.append(...children)
  return made
}

const marks = { good: 'M5 13l5 5L20 6', unsure: 'M12 5v9 M12 19v.1', bad: 'M6 6l12 12 M18 6L6 18', none: 'M6 12h12' }

/** Shapes that differ without their colour. */
export function mark(kind: keyof typeof marks): SVGElement {
  const space = 'http://www.w3.org/2000/svg'
  const svg = document.createElementNS(space, 'svg')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(space, 'path')
  path.setAttribute('d', marks[kind])
  svg.append(path)
  return svg
}

export function byId<E extends HTMLElement>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`the page lacks #${id}`)
}
