import { expect, it } from 'vitest'
import { readPdf } from '../../../lib/testing/read-pdf.ts'
import { type RollDocument, toRollPdf } from './roll-pdf.ts'
import type { FileRollRow } from './roll-rows.ts'

const at = Date.parse('2026-11-26T12:00:00.000Z')
const iso = (ms: number) => new Date(ms).toISOString()
const aRow = (number: number, changes: Partial<FileRollRow> = {}): FileRollRow => ({
  ...{
    number,
    firstName: `Bo ${number}`,
    lastName: 'Lind',
    userCode: 'MUS-AAAA-BBBB-CCCC',
    needsCode: false,
  },
  ...{ role: 'app_user', since: iso(at), accuracyMeters: null, phone: '+47 1234 5678', mock: false },
  ...{ lastSeen: iso(at - 60_000), isUnseen: false },
  ...changes,
})
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length
const makePdf = (
  people: readonly FileRollRow[],
  language = 'en',
  options: Pick<RollDocument, 'counts'> = {},
) => {
  const zone = { name: 'North yard', timeZone: 'Asia/Kolkata' }
  return toRollPdf({ zone, language, at, people, visitors: [], ...options })
}

it('a page has 45 people, even if it lists people not seen and inside, and a roll of nobody has one page', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => aRow(index + 1, { isUnseen: index < 10 }))
  expect(countPages(await makePdf(rows))).toBe(2)
  expect(countPages(await makePdf([...rows, aRow(91)]))).toBe(3)
  expect(countPages(await makePdf([]))).toBe(1)
})

it('names too long for their column, in any script, and right-to-left languages are drawn', async () => {
  const rows = [
    aRow(1, { lastName: `Mukhopadhyay-${'Chattopadhyay-'.repeat(8)}`, needsCode: true }),
    aRow(2, { lastName: 'العربية', firstName: 'علي', mock: true, lastSeen: iso(at - 86_400_000) }),
  ]
  for (const language of ['en', 'ar', 'hi']) expect(countPages(await makePdf(rows, language))).toBe(1)
})

it('nothing is cut off without a mark: long phone numbers and names end with an ellipsis, and the facts explain the rest', async () => {
  const row = aRow(1, {
    lastName: 'Chattopadhyay '.repeat(12),
    phone: '+49 (0) 151 2345 6789 extension 12345',
    mock: true,
    isUnseen: true,
    lastSeen: iso(at - 86_400_000),
  })
  const [texts = []] = readPdf(await makePdf([row]))
  const page = texts.join('')
  expect(page).toMatch(/Chatt\S*…/)
  expect(page).toMatch(/\+49 \(0\) 151 [^…]*…/)
  expect(page).not.toContain('12345')
  expect(page).toMatch(/, 17:30 \*/)
  expect(page).toContain('* position may be fake')
  expect(readPdf(await makePdf([aRow(1)]))[0]?.join('')).not.toContain('*')
})

it('a roll of too many people says how many were inside and how many of them it lists', async () => {
  const [texts = []] = readPdf(
    await makePdf([aRow(1), aRow(2)], 'en', { counts: { total: 50_130, unseen: 7 } }),
  )
  const page = texts.join('')
  expect(page).toContain('50,123 inside, 7 not seen · Only the first 2 people who came in are listed.')
  expect(readPdf(await makePdf([aRow(1)]))[0]?.join('')).not.toContain('Only the first')
})
