/** What sticks out of the page, and what is cut off without saying so by an ellipsis. */
export const tooWide = `(() => {
  const page = document.documentElement
  const cut = [...document.querySelectorAll('button, a, h1, h2, h3, label, legend, dt, dd, p, li, option')].filter((each) => {
    const style = getComputedStyle(each)
    const hides = style.overflowX === 'hidden' || style.overflowX === 'clip'
    return each.checkVisibility() && each.getClientRects().length > 0 && hides && style.textOverflow !== 'ellipsis' && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1
  })
  const out = [...document.querySelectorAll('main *')].filter(
    (each) => each.checkVisibility() && each.getBoundingClientRect().right > page.clientWidth + 1 && each.children.length === 0)
  const said = [...cut, ...(page.scrollWidth > page.clientWidth ? out : [])].map((each) => each.textContent.trim().slice(0, 60))
  return [...new Set(said.filter((text) => text !== ''))]
})()`
