/** As text in HTML, also in an attribute: names, memos and hosts are whatever somebody wrote. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}

type Head = {
  /** Text, escaped. */
  title: string
  icon: string
  styles: readonly string[]
  /** A module. */
  script?: string
  /** Kept out of search engines, and its links too. */
  isPrivate?: boolean
}

/** A page that is made here, up to its body. */
export function pageHead({ title, icon, styles, script, isPrivate = false }: Head): string {
  const lines = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    ...(isPrivate ? ['<meta name="robots" content="noindex, nofollow">'] : []),
    `<title>${title}</title>`,
    `<link rel="icon" href="${icon}" type="image/svg+xml">`,
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(script === undefined ? [] : [`<script type="module" src="${script}"></script>`]),
  ]
  return `<!doctype html>\n<html lang="en">\n<head>\n${lines.join('\n')}\n</head>`
}
