/** What sticks out of the page or of its card, what is cut off without saying so by an ellipsis, and what breaks within a word. */
export const tooWide = `(() => {
  const page = document.documentElement
  const cut = [...document.querySelectorAll('button, a, h1, h2, h3, label, legend, dt, dd, p, li, option')].filter((each) => {
    const style = getComputedStyle(each)
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip'
    return each.checkVisibility() && each.getClientRects().length > 0 && hides && style.textOverflow !== 'ellipsis' && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1
  })
  const out = [...document.querySelectorAll('main *')].filter(
    (each) => each.checkVisibility() && each.getBoundingClientRect().right > page.clientWidth + 1 && each.children.length === 0)
  const broken = [...document.querySelectorAll('button, a.button, .choice-title, .quick-link, nav a')].filter((each) => {
    if (!each.checkVisibility()) return false
    const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode
      if (parentElement.closest('.unseen')) continue
      for (const { index, 0: word } of data.matchAll(/[\\p{L}]+/gu)) {
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) return true
      }
    }
    return false
  })
  const beyond = [...document.querySelectorAll('.card .amount')].filter(
    (each) => each.checkVisibility() && each.getBoundingClientRect().right > each.closest('.card').getBoundingClientRect().right)
  const said = [...cut, ...broken, ...beyond, ...(page.scrollWidth > page.clientWidth ? out : [])].map((each) => each.textContent.trim().slice(0, 60))
  return [...new Set(said.filter((text) => text !== ''))]
})()`
