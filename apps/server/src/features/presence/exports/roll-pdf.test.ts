import { expect, it } from 'vitest'
import { readPdf } from '../../../lib/testing/read-pdf.ts'
import type { RollDocument, RollDocumentRow } from './roll-document.ts'
import { toRollPdf } from './roll-pdf.ts'

const at = Date.parse('2026-11-26T12:00:00.000Z')
const aRow = (number: number, changes: Partial<RollDocumentRow> = {}): RollDocumentRow => ({
  number,
  name: `Lind, Bo ${number}`,
  code: null,
  phone: '+47 1234 5678',
  lastSeen: at - 60_000,
  isUnseen: false,
  mock: false,
  ...changes,
})
const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length
const makePdf = (rows: readonly RollDocumentRow[], language = 'en', changes: Partial<RollDocument> = {}) => {
  const unseen = rows.filter(({ isUnseen }) => isUnseen).length
  return toRollPdf({
    zoneName: 'North yard',
    timeZone: 'Asia/Kolkata',
    language,
    at,
    rows,
    unseen,
    inside: rows.length - unseen,
    visitors: 0,
    ...changes,
  })
}

it('a page has 45 people, even if it lists people not seen and inside, and a roll of nobody has one page', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => aRow(index + 1, { isUnseen: index < 10 }))
  expect(countPages(await makePdf(rows))).toBe(2)
  expect(countPages(await makePdf([...rows, aRow(91)]))).toBe(3)
  expect(countPages(await makePdf([]))).toBe(1)
})

it('names too long for their column, in any script, and right-to-left languages are drawn', async () => {
  const rows = [
    aRow(1, { name: `Mukhopadhyay-${'Chattopadhyay-'.repeat(8)}, Bartholomew`, code: 'MUS-AAAA-BBBB-CCCC' }),
    aRow(2, { name: 'العربية, علي', mock: true, lastSeen: at - 86_400_000 }),
  ]
  for (const language of ['en', 'ar', 'hi']) expect(countPages(await makePdf(rows, language))).toBe(1)
})

it('nothing is cut off without a mark: long phone numbers and names end with an ellipsis, and the facts explain the rest', async () => {
  const row = aRow(1, {
    name: 'Chattopadhyay '.repeat(12),
    phone: '+49 (0) 151 2345 6789 extension 12345',
    mock: true,
    isUnseen: true,
    lastSeen: at - 86_400_000,
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
  const [texts = []] = readPdf(await makePdf([aRow(1), aRow(2)], 'en', { inside: 50_123, unseen: 7 }))
  const page = texts.join('')
  expect(page).toContain('50,123 inside, 7 not seen · Only the first 2 people who came in are listed.')
  expect(readPdf(await makePdf([aRow(1)]))[0]?.join('')).not.toContain('Only the first')
})
