/** Puts the focus on what has to be mended, once it is said what is wrong with it. */
export function focusField(name: string): void {
  requestAnimationFrame(() => {
    const field = document.querySelector<HTMLElement>(`main [name="${name}"]`)
    field?.focus()
    if (field instanceof HTMLInputElement && field.type === 'text') field.select()
  })
}
