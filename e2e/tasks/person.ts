import type { Locator, Page } from 'playwright'

/** Somebody who uses the wallet, in one of two ways, and what it took so far. */
export type Person = {
  /** Clicks, or keys that were pressed; the letters of what is typed are not counted. */
  steps: number
  /** Presses a button, follows a link. */
  press(there: Locator): Promise<void>
  /** Fills a field in. */
  type(there: Locator, text: string): Promise<void>
  /** Chooses one of some radio buttons. */
  pick(there: Locator): Promise<void>
  /** Chooses in a list: the option that comes so many after the one that is chosen. */
  down(there: Locator, options: number): Promise<void>
  /** Pastes into a field. */
  paste(there: Locator, text: string): Promise<void>
}

export function byPointer(page: Page): Person {
  const person: Person = {
    steps: 0,
    async press(there) {
      person.steps++
      await there.click()
    },
    async type(there, text) {
      await person.press(there)
      await there.fill(text)
    },
    async pick(there) {
      person.steps++
      await there.click()
      await there.and(page.locator(':checked')).waitFor()
    },
    async down(there, options) {
      // One to open the list, one to choose in it.
      person.steps += 2
      const chosen = await there.evaluate((select) => (select as HTMLSelectElement).selectedIndex)
      await there.selectOption({ index: chosen + options })
    },
    async paste(there, text) {
      await person.press(there)
      await pasteInto(page, text)
      person.steps++
    },
  }
  return person
}

/** More stops than any screen has. */
const STOPS = 120

/** `heard`: what a screen reader says of each place to which the focus comes. */
export function byKeyboard(page: Page, heard: (line: string) => void = () => undefined): Person {
  const key = async (name: string) => {
    person.steps++
    await page.keyboard.press(name)
    heard(`${name.padEnd(9)} ${await placeOf(page)}`)
  }
  const hasFocus = (there: Locator) => there.evaluate((element) => element === document.activeElement)
  const reach = async (there: Locator) => {
    await there.waitFor()
    for (let stop = 0; stop < STOPS; stop++) {
      if (await hasFocus(there)) return
      await key('Tab')
    }
    throw new Error(`the focus never came to ${there}`)
  }
  const person: Person = {
    steps: 0,
    async press(there) {
      await reach(there)
      await key('Enter')
    },
    async type(there, text) {
      await reach(there)
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(text)
    },
    async pick(there) {
      // One Tab leads to the group, arrows to its others.
      const name = await there.getAttribute('name')
      await reach(page.locator(`input[name="${name}"]:checked`))
      for (let stop = 0; stop < STOPS && !(await there.isChecked()); stop++) await key('ArrowDown')
    },
    async down(there, options) {
      await reach(there)
      for (let pressed = 0; pressed < options; pressed++) await key('ArrowDown')
    },
    async paste(there, text) {
      await reach(there)
      await pasteInto(page, text)
      person.steps++
    },
  }
  return person
}

/** As if it had been copied before. */
async function pasteInto(page: Page, text: string): Promise<void> {
  await page.evaluate((said) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', said)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)
}

type Computed = Element & { computedRole?: string; computedName?: string }

/** Role, name, value and description of what has the focus, as the browser tells them to a screen reader. */
function placeOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement as Computed & HTMLInputElement
    const options = (at as unknown as HTMLSelectElement).selectedOptions
    if (at === document.body) return 'the browser’s own bar'
    // What stands within a line is one word with what is beside it; anything else is a word of its own.
    const textOf = (node: Node): string => {
      if (!(node instanceof Element)) return node.nodeValue ?? ''
      if (node.getAttribute('aria-hidden') === 'true') return ''
      const said = [...node.childNodes].map(textOf).join('')
      return getComputedStyle(node).display === 'inline' ? said : ` ${said} `
    }
    const heardOf = (id: string) => {
      const told = document.getElementById(id)
      return told === null ? '' : textOf(told).replaceAll(/\s+/g, ' ').trim()
    }
    const described = (at.getAttribute('aria-describedby') ?? '').split(' ').map(heardOf)
    const states = [
      at.type === 'radio'
        ? at.checked
          ? 'checked'
          : 'not checked'
        : at.type === 'password'
          ? ''
          : (options?.[0]?.textContent ?? at.value ?? ''),
      at.getAttribute('aria-current') === null ? '' : 'current',
      at.getAttribute('aria-disabled') === 'true' ? 'unavailable' : '',
      at.getAttribute('aria-invalid') === 'true' ? 'invalid' : '',
      described.filter(Boolean).join(' '),
    ]
    return [at.computedRole, `“${at.computedName}”`, ...states].filter(Boolean).join(', ')
  })
}
