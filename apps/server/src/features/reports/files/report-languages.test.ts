import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { describe, expect, it } from 'vitest'
import { readZip } from '../../../lib/testing/read-zip.ts'
import { translate } from '../../../lib/texts/testing/translate.ts'
import { attendanceReport } from '../attendance-report.ts'
import { broadcastsReport } from '../broadcasts-report.ts'
import type { Heading } from '../build-document.ts'
import { notificationsReport } from '../notifications-report.ts'
import { presenceReport } from '../presence-report.ts'
import { notDefined, readPdf } from '../testing/read-pdf.ts'
import { severityWords } from '../words.ts'
import { layOutTable } from './pdf-table.ts'
import { toCsv } from './to-csv.ts'
import { toPdf } from './to-pdf.ts'
import { toXlsx } from './to-xlsx.ts'

const words = {
  ar: {
    name: 'الاسم',
    day: 'اليوم',
    title: 'العنوان',
    total: 'المجموع',
    high: 'مرتفع',
    minutes: '{label} (بالدقائق)',
    duration: '{hours} س {minutes} د',
    page: 'صفحة {page} من {pages}',
    about: 'حول',
    kept: 'البيانات محفوظة منذ',
  },
  hi: {
    name: 'नाम',
    day: 'दिन',
    title: 'शीर्षक',
    total: 'कुल योग',
    high: 'ऊँचा',
    minutes: '{label} (मिनट में)',
    duration: '{hours} घं {minutes} मि',
    page: '{pages} में से पृष्ठ {page}',
    about: 'विवरण',
    kept: 'डेटा इस तिथि से रखा है',
  },
}
type Word = keyof (typeof words)['ar']
const texts: Readonly<Record<Word, MessageDescriptor>> = {
  name: msg`Name`,
  day: msg`Day`,
  title: msg`Title`,
  total: msg`Total`,
  high: severityWords.high,
  minutes: msg`${{ label: '' }} (minutes)`,
  duration: msg`${{ hours: 0 }} h ${{ minutes: '' }} min`,
  page: msg`Page ${{ page: 0 }} of ${{ pages: 0 }}`,
  about: msg`About`,
  kept: msg`Data kept since`,
}
for (const language of ['ar', 'hi'] as const)
  for (const [name, text] of Object.entries(texts)) translate(text, language, words[language][name as Word])

const at = new Date('2026-10-24T09:00:00Z')
const heading = (kind: Heading['kind'], language: Heading['language']): Heading => ({
  kind,
  language,
  subject: 'North yard',
  timeZone: 'Europe/Berlin',
  zonesDiffer: false,
  now: new Date('2026-10-26T05:00:00Z'),
  scope: {
    ...{ from: '2026-10-24', to: '2026-10-25', zoneIds: [], groupId: null, userId: null },
    ...{ installation: 'Europe/Berlin', keptSince: new Date('2026-07-28T05:00:00Z'), asActor: false },
  },
})
const measured = { first_in: at, last_out: at, unseen_since: null, minutes: 485 }
const day = {
  ...{ zoneId: 'z', userId: 'u', day: '2026-10-24', name: 'محمد علي', zoneName: 'North yard' },
  ...{ firstIn: at, lastOut: at, unseenSince: null, insideMinutes: 485, visits: 1, visitsBegun: 1 },
  ...{ refused: 0, uncertain: 0, measured, correction: null, objection: 'open' as const, judged: null },
} as const
const makeReports = (language: Heading['language']) => ({
  attendance: attendanceReport(heading('attendance', language), [day], false),
  presence: presenceReport(
    heading('presence', language),
    [{ day: '2026-10-24', hour: '09:00', began: at, people: 2, most: 3, inside_s: 29_100 }],
    2,
  ),
  notifications: notificationsReport(
    heading('notifications', language),
    [
      {
        ...{ zone_id: 'z', zone_name: 'North yard', day: '2026-10-24', opened_at: at, title: 'आग' },
        ...{ severity: 'high', status: 'in_progress', first_step_s: 60, resolved_s: null },
      },
    ],
    false,
  ),
  broadcasts: broadcastsReport(
    heading('broadcasts', language),
    [
      {
        ...{ zone_id: null, zone_name: null, day: '2026-10-24', sent_at: at, title: 'Drill' },
        ...{ priority: 'high', recipients: 9, seen: 5, acknowledged: 2, unreachable: 1, acknowledged_s: 60 },
      },
    ],
    true,
  ),
})
const kinds = ['attendance', 'presence', 'notifications', 'broadcasts'] as const

describe.each(['ar', 'hi'] as const)('a report in %s', language => {
  const own = words[language]
  const documents = makeReports(language)

  it.each(kinds)('has the headings of its language in CSV and XLSX (%s)', async kind => {
    const { document } = documents[kind]
    const csv = (await toCsv(document)).toString()
    const [first = ''] = csv.split('\r\n')
    expect(first).toContain(own.day)
    if (kind === 'attendance') expect(first).toContain(own.name)
    if (kind === 'notifications' || kind === 'broadcasts') {
      expect(first).toContain(own.title)
      expect(csv).toContain(own.high)
    }
    expect(first).toContain(own.minutes.replace('{label} ', ''))
    expect(csv).toContain(own.kept)
    const files = readZip(await toXlsx(document))
    expect(files.get('xl/workbook.xml')?.toString()).toContain(`name="${own.about}"`)
    expect(files.get('xl/sharedStrings.xml')?.toString()).toContain(own.day)
    const sheet = files.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    expect(sheet.includes('rightToLeft="1"')).toBe(language === 'ar')
    expect(sheet.match(/<sheetViews>/g)).toHaveLength(1)
    expect(sheet).toContain('state="frozen"')
  })

  it.each(kinds)('has a glyph for each of its letters in PDF (%s)', async kind => {
    const pages = readPdf(await toPdf(documents[kind].document))
    const letters = pages.flat().join('')
    expect(letters).not.toContain(notDefined)
    expect(letters).not.toContain('\uFFFD')
    expect(letters).not.toContain('CSV')
    expect(letters).toMatch(language === 'ar' ? /\p{Script=Arabic}/u : /\p{Script=Devanagari}/u)
  })

  it('labels charts in its language, with the values of the cells', () => {
    const { document, charts } = documents.notifications
    expect(charts[0]?.bars.map(({ value, amounts }) => [value, Math.max(...amounts)])).toContainEqual([
      own.high,
      1,
    ])
    expect(document.rows[0]).toContain(own.high)
    expect(charts[1]?.bars.map(({ label }) => label)).not.toContain('24 Oct')
  })
})

describe('a PDF in Arabic', () => {
  const document: ReportDocument = { ...makeReports('ar').attendance.document, subject: 'ساحة (A) دار' }
  /**
   * The font draws letters that differ only in their dots with the same base shape, and a PDF maps each shape to the first letter
   * that used it.
   */
  const families = ['بتثني', 'جحخ', 'دذ', 'رز', 'سش', 'صض', 'طظ', 'عغ', 'فق', 'ةه']
  const withoutDots = (text: string) =>
    text.replace(
      /\p{Script=Arabic}/gu,
      letter => families.find(family => family.includes(letter))?.[0] ?? letter,
    )
  /** Returns a word as drawn: the font draws its letters from the end. */
  const drawn = (word: string) => withoutDots([...word].reverse().join(''))

  it('sets words from right to left, and numbers and Latin words among them from left to right', async () => {
    const [page = []] = readPdf(await toPdf(document))
    const text = withoutDots(page.join(''))
    expect(text).toContain(`${drawn('دار')} (A) ${drawn('ساحة')}`)
    expect(text).toContain(withoutDots('د 05 س 8'))
    expect(text).toContain(drawn(words.ar.total))
  })

  it('mirrors brackets around its words', async () => {
    const [page = []] = readPdf(await toPdf({ ...document, subject: 'دار [سد]' }))
    expect(withoutDots(page.join(''))).toContain(`[${drawn('سد')}] ${drawn('دار')}`)
  })

  it('begins its table at the right, with numbers aligned left in their columns', () => {
    const line = (text: string) => ({ runs: [], width: 4 * text.length })
    const type = {
      breakLines: (text: string) => [line(text)],
      measureWidth: (text: string) => line(text).width,
      draw: () => {},
    }
    const { columns } = layOutTable(document, type, 700, () => {})
    expect(columns.map(({ x }) => x)).toEqual(columns.map(({ x }) => x).sort((one, other) => other - one))
    expect([columns[0]?.right, columns.at(4)?.right]).toEqual([true, false])
  })
})
