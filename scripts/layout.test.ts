import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'

const FILES_IN_A_ROOM = 12
const LINES = 200
const LINES_OF_A_TEST = 300
/** What is not split for the number: a room with one subject, a file that tells one story. */
const FILES_OF_ONE_SUBJECT = 16
const LINES_OF_ONE_STORY = 250

/** Rooms of more than twelve files, and the one subject of each. */
const oneSubject = new Map([
  ['extension/background', 'the worker: what wakes it, and what pages may ask of it'],
  ['gateway/chain/fake', 'the chain in memory, behind one port'],
  ['gateway/chain/live/zama', "Zama's client, in a thread of its own"],
  ['e2e/chaos/checks', 'a table of what the books say and the chain shows'],
  ['e2e/chaos/scenes', 'a run for each option'],
  ['e2e/conformance/kit', 'what the rows of all areas stand on'],
  ['gateway/cli/commands', 'a command each'],
  ['e2e/conformance', 'a table for each area of the API'],
  ['gateway/requests', 'a request to be paid: asked for, counted, ended, shown'],
  ['gateway/routes', 'handlers of each area of the API'],
  ['shared/api', 'endpoints of each area of the API'],
  ['gateway/transactions', "a payment's row: what it is, who may read it, what moves it on"],
  ['gateway/wallets', 'a wallet of an account: made, derived, shown, exported, archived'],
])
/** Files of more than 200 lines, and the one story of each. */
const oneStory = new Map([
  ['e2e/chaos/run.ts', 'what a run is asked for, and the report of it'],
  ['e2e/contact-sheet/scenes/batches.ts', 'a batch in each of its states, and its pictures'],
  ['e2e/contact-sheet/gateway.ts', 'what the drawn gateway answers to each call'],
  ['gateway/config/variables.ts', 'every setting, once'],
  ['gateway/chain/suite/confidential.ts', 'what every chain promises of confidential amounts'],
  ['gateway/pages/pay-view.ts', 'what the page of a request says'],
  ['gateway/pages/pay/pay.css', 'how it looks'],
  ['gateway/transactions/arrivals/store.ts', 'rows of what came in, and what stands or falls with each'],
  ['gateway/transactions/write-store.ts', 'rows of payments, and what stands or falls with each'],
])

/** What may be larger than that, and why. */
const largeRooms = new Map([
  ['gateway/db/migrations', 'one for each change of the schema, and a released one stays'],
  ['shared/model', 'a noun of the API each'],
])

type Source = { file: string; lines: number }

/** A fixture is what several tests begin with. */
const isTest = (file: string) => /\.test\.tsx?$|-fixture\.ts$/.test(file)

/** Folders with too many files, tests and what is in folders below them aside. */
function tooFull(sources: readonly Source[]): string[] {
  const rooms = Map.groupBy(
    sources.filter(({ file }) => !isTest(file)),
    ({ file }) => dirname(file),
  )
  return [...rooms].flatMap(([room, files]) =>
    files.length > (oneSubject.has(room) ? FILES_OF_ONE_SUBJECT : FILES_IN_A_ROOM)
      ? [`${room} has ${files.length} files`]
      : [],
  )
}

function tooLong(sources: readonly Source[], stories: ReadonlyMap<string, string> = oneStory): string[] {
  const most = (file: string) => (stories.has(file) ? LINES_OF_ONE_STORY : LINES)
  return sources.flatMap(({ file, lines }) =>
    lines > (isTest(file) ? LINES_OF_A_TEST : most(file)) ? [`${file} has ${lines} lines`] : [],
  )
}

const among = (exceptions: Map<string, string>, found: string) => exceptions.has(found.split(' has ')[0] ?? '')

const sources = ['*', '{gateway,shared,extension,e2e,scripts}/**/*']
  .flatMap((pattern) => globSync(`${pattern}.{ts,tsx,css,mjs}`))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))

test('no folder holds more than twelve files, or sixteen with one subject', () => {
  expect(sources.length).toBeGreaterThan(1_000)
  expect(tooFull(sources).filter((found) => !among(largeRooms, found))).toEqual([])
})

test('no file has more than 200 lines, or 250 of one story, and no test more than 300', () => {
  expect(tooLong(sources)).toEqual([])
})

test('whatever is excepted is still too large', () => {
  const found = [...tooFull(sources), ...tooLong(sources)].map((each) => each.split(' has ')[0])
  expect(found).toEqual(expect.arrayContaining([...largeRooms.keys()]))
  const filesIn = (room: string) => sources.filter(({ file }) => dirname(file) === room && !isTest(file)).length
  expect([...oneSubject.keys()].filter((room) => filesIn(room) <= FILES_IN_A_ROOM)).toEqual([])
  expect(sources.filter(({ file, lines }) => oneStory.has(file) && lines <= LINES)).toEqual([])
})

describe('what it would find', () => {
  const room = (folder: string, names: string[]) => names.map((name) => ({ file: `${folder}/${name}`, lines: 1 }))
  const names = (count: number, ending = '.ts') => Array.from({ length: count }, (_, index) => `file-${index}${ending}`)

  test.each([
    ['sixteen files of one subject', room('gateway/wallets', names(16)), []],
    ['seventeen of one', room('gateway/wallets', names(17)), ['gateway/wallets has 17 files']],
    ['twelve files', room('gateway/legs', names(12)), []],
    ['thirteen', room('gateway/legs', names(13)), ['gateway/legs has 13 files']],
    ['thirteen of several kinds', room('shared/ui', [...names(12), 'kit.css']), ['shared/ui has 13 files']],
    ['tests beside them', room('gateway/legs', [...names(12), ...names(9, '.test.ts'), 'leg-fixture.ts']), []],
    ['a folder below', [...room('gateway/legs', names(12)), ...room('gateway/legs/evidence', names(12))], []],
  ])('a folder with %s', (_, files, found) => expect(tooFull(files)).toEqual(found))

  test.each([
    ['gateway/legs/store.ts', 200, false],
    ['gateway/legs/store.ts', 201, true],
    ['extension/screens/home/screen.tsx', 201, true],
    ['shared/ui/kit.css', 201, true],
    ['scripts/setup.mjs', 201, true],
    ['gateway/legs/store.test.ts', 300, false],
    ['gateway/legs/store.test.ts', 301, true],
    ['extension/screens/home/screen.test.tsx', 301, true],
  ])('%s with %i lines', (file, lines, found) => expect(tooLong([{ file, lines }]).length > 0).toBe(found))

  test.each([
    [250, false],
    [251, true],
  ])('a file of one story with %i lines', (lines, found) => {
    const file = 'gateway/legs/story.ts'
    expect(tooLong([{ file, lines }], new Map([[file, 'from a nonce to its block']])).length > 0).toBe(found)
  })
})
