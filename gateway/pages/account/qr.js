import { encode } from './uqr.js'

const SVG = 'http://www.w3.org/2000/svg'

/** A QR code as an SVG element, dark on light in either colour scheme, as scanners want it. */
export function qr(text, label) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const dark = data.flatMap((line, y) => line.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])))
  const svg = node('svg', { viewBox: `0 0 ${size} ${size}`, class: 'qr', role: 'img', 'aria-label': label })
  svg.append(node('rect', { width: size, height: size, fill: '#fff' }))
  svg.append(node('path', { d: dark.join(''), fill: '#000', 'shape-rendering': 'crispEdges' }))
  return svg
}

function node(name, attributes) {
  const made = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  return made
}
