import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from 'wxt/testing/fake-browser'
import { openPanel, setToolbar } from './panel.ts'
import { defaultSettings, settings } from './settings.ts'

const setPopup = vi.fn()
const opened = vi.fn(async () => undefined)

beforeEach(() => {
  fakeBrowser.reset()
  vi.clearAllMocks()
  Object.assign(fakeBrowser, { action: { setPopup }, sidePanel: undefined, sidebarAction: undefined })
})

const chrome = { sidePanel: { open: opened } }
const firefox = { sidebarAction: { open: opened } }

test.each([
  ['the popup, as long as nothing else is chosen', chrome, undefined, 'popup.html'],
  ['the popup again', chrome, 'popup', 'popup.html'],
  ['the side panel', chrome, 'panel', ''],
  ['the sidebar', firefox, 'panel', ''],
  ['the popup, where the browser has no panel', {}, 'panel', 'popup.html'],
] as const)('the button opens %s', async (_, panels, opens, popup) => {
  Object.assign(fakeBrowser, panels)
  if (opens !== undefined) await settings.set({ ...defaultSettings, opens })
  await setToolbar()
  expect(setPopup.mock.calls).toEqual([[{ popup }]])
})

test.each([
  ['Chrome', chrome, [{ windowId: 7 }]],
  ['Firefox', firefox, []],
])('a press opens it at once, in %s', (_, panels, said) => {
  Object.assign(fakeBrowser, panels)
  openPanel(7)
  expect(opened.mock.calls).toEqual([said])
})

test('settings of before there was a choice are kept, and open the popup', async () => {
  const { opens: _, ...before } = { ...defaultSettings, appearance: 'dark' as const }
  await fakeBrowser.storage.local.set({ settings: before })
  expect(await settings.get()).toEqual({ ...before, opens: 'popup' })
})
