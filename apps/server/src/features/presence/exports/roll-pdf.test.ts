import { expect, it } from 'vitest'
import type { RollDocumentRow } from './roll-document.ts'
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
const makePdf = (rows: readonly RollDocumentRow[], language = 'en') =>
  toRollPdf({ zoneName: 'North yard', timeZone: 'Asia/Kolkata', language, at, rows })

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
