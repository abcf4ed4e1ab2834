// What the tests do and measure within the page itself.

globalThis.pasteText = (text) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
}

globalThis.drag = (type, text) => {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(new File([text], 'some.nota'))
  const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true })
  document.querySelector('footer').dispatchEvent(event)
}

/** The least contrast (WCAG 2.2, 1.4.3) between any text and the background it stands on. */
globalThis.worstContrast = () => {
  const texts = [...document.querySelectorAll('body *')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== ''),
  )
  const contrasts = texts.map((element) => {
    const [a, b] = [luminance(getComputedStyle(element).color), luminance(backgroundOf(element))]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  })
  return Math.min(...contrasts)
}

function luminance(color) {
  const [r, g, b] = color.match(/[\d.]+/g).map((part) => {
    const value = Number(part) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function backgroundOf(element) {
  if (element === null) return 'rgb(255, 255, 255)'
  const color = getComputedStyle(element).backgroundColor
  return color === 'rgba(0, 0, 0, 0)' ? backgroundOf(element.parentElement) : color
}
