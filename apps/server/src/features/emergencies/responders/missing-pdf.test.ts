import { toUnknownBadgeName } from '@muster/domain/stand-in-name.ts'
import { expect, it } from 'vitest'
import { readPdf } from '../../../lib/testing/read-pdf.ts'
import { type MissingDocument, toMissingPdf } from './missing-pdf.ts'

type Person = MissingDocument['people'][number]

const at = Date.parse('2026-11-26T12:00:00.000Z')
const ago = (minutes: number) => new Date(at - minutes * 60_000).toISOString()
const aPerson = (number: number, changes: Partial<Person> = {}): Person => ({
  ...{ id: `${number}`, userId: null, name: `Bo ${number} Lind`, listName: `Lind, Bo ${number}` },
  ...{ state: 'missing', phone: '+47 1234 5678', needs: '', why: 'inside', claims: [], mayMark: false },
  ...{ insideSince: null, seenAt: null, accuracyMeters: null, stateAt: null, disputed: false },
  ...{ uncountedReason: null, zoneId: null, lastSeenAt: ago(1), zoneName: 'North yard' },
  position: { lat: 20.3700625, lng: 2.7821875, accuracyMeters: null, at: ago(7) },
  ...changes,
})
const makePdf = (people: readonly Person[], changes: Partial<MissingDocument> = {}) =>
  toMissingPdf({
    ...{
      kind: 'evacuate',
      zoneName: 'North yard',
      isPartial: false,
      drill: false,
      timeZone: 'Asia/Kolkata',
      language: 'en',
      at,
    },
    ...{ total: 100, sought: people.length, hasZones: false, people, inside: [] },
    ...changes,
  })
const readPages = async (pdf: Promise<Buffer>) => readPdf(await pdf).map(texts => texts.join(''))

it('a page has 45 people, those who need help first, with the time last seen, and the plus code with the time of the position', async () => {
  const rows = Array.from({ length: 46 }, (_, index) =>
    aPerson(index + 1, { state: index < 2 ? 'help' : 'missing' }),
  )
  const pages = await readPages(makePdf(rows))
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('Leave North yard now')
  expect(pages[0]).toContain('46 of 100 not accounted for')
  expect(pages[0]).toContain('Needs help: 2')
  expect(pages[0]).toContain('17:29')
  expect(pages[0]).toContain('(Asia/Kolkata)')
  expect(pages[0]).toContain('7FG49QCJ+2V 17:23')
  expect(pages[0]).toContain('Lind, Bo 45')
  expect(pages[1]).toContain('Missing: 44')
  expect(pages[1]).toContain('Page 2 of 2')
})

it('lists people who are called but not on site last, below a heading with their number', async () => {
  const rows = Array.from({ length: 46 }, (_, index) =>
    aPerson(index + 1, index === 0 ? { state: 'help' } : index > 2 ? { why: 'off_site' } : {}),
  )
  const pages = await readPages(makePdf(rows, { unlistedBadges: 900 }))
  expect(pages[0]).toContain('And 900 unknown badges inside that are not listed.')
  expect(pages[0]).toContain('46 of 100 not accounted for')
  expect(pages[0]).toMatch(/Needs help: 1.*Missing: 2.*Called, not on site: 43/s)
  // The third heading takes the place of a row.
  expect(pages[0]).toContain('Lind, Bo 44')
  expect(pages[0]).not.toContain('Lind, Bo 45')
  expect(pages[1]).toMatch(/Called, not on site: 43.*Lind, Bo 45/s)
})

it('lists people not seen lately separately, and unknown badges as one row with their numbers', async () => {
  const rows = [
    aPerson(1, { why: 'not_seen' }),
    aPerson(2),
    ...['7001', '7002'].map(number =>
      aPerson(3, { why: 'badge', isUnknown: true, name: toUnknownBadgeName(number) }),
    ),
  ]
  const [page] = await readPages(makePdf(rows, { hasZones: true }))
  expect(page).toMatch(/Not seen lately: 1.*17:29 · North yard.*Missing: 1.*Unknown badges: 2.*7001, 7002/s)
  expect(page).not.toContain('Lind, Bo 3')
})

it('prints below the name everything that the person needs in order to leave, counted as lines of the page', async () => {
  const needs = `Uses a wheelchair, ${'and takes the lift at the north side, '.repeat(4)}end`
  const rows = Array.from({ length: 44 }, (_, index) => aPerson(index + 1, index === 0 ? { needs } : {}))
  const pages = await readPages(makePdf(rows))
  expect(pages).toHaveLength(2)
  expect(pages[0]).toContain('Lind, Bo 1, help needed to leave: Uses a wheelchair')
  expect(pages[0]).toContain('end')
  expect(pages[1]).toContain('Lind, Bo 44')
})

it('prints a person’s neutral answer with its time', async () => {
  const answer = { words: 'I’m on my way', at: ago(18) }
  const [page] = await readPages(makePdf([aPerson(1, { answer })]))
  expect(page).toContain('Lind, Bo 1 answered: I’m on my way, 17:12')
})

it('lists people who were sent back in last, with their team and the time of their last confirmation', async () => {
  const who = { id: 'team', phone: '', team: 'Team 1', zoneName: 'North yard' }
  const inside = [
    { ...who, name: 'Jai Rao', confirmedAt: ago(1) },
    { ...who, name: 'Vik Rao', confirmedAt: null },
  ]
  const [page] = await readPages(makePdf([aPerson(1)], { inside }))
  expect(page).toMatch(/Missing: 1.*Inside with teams: 2.*Jai Rao: inside with Team 1, last confirmed 17:29/s)
  expect(page).toContain('Vik Rao: inside with Team 1, not confirmed yet')
})

it('names its zones, and does not claim that everybody is accounted for while other zones are not on it', async () => {
  const [page] = await readPages(makePdf([], { isPartial: true }))
  expect(page).toContain('Only people of North yard. Others are not on this list.')
  expect(page).not.toContain('Everybody is accounted for')
})

it('marks a drill, and says if nobody is sought, in every language', async () => {
  expect((await readPages(makePdf([], { drill: true })))[0]).toContain('DRILL: Leave North yard now')
  expect((await readPages(makePdf([])))[0]).toContain('Everybody is accounted for.')
  for (const language of ['ar', 'hi'])
    expect(
      await readPages(makePdf([aPerson(1, { phone: '', lastSeenAt: null, position: null })], { language })),
    ).toHaveLength(1)
})
