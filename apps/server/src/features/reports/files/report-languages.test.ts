import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { ReportDocument } from '@muster/contract/report-document.ts'
import { describe, expect, it } from 'vitest'
import { readPdf, undefinedGlyph } from '../../../lib/testing/read-pdf.ts'
import { readZip } from '../../../lib/testing/read-zip.ts'
import { translate } from '../../../lib/texts/testing/translate.ts'
import { buildAttendanceReport } from '../attendance-report.ts'
import { buildBroadcastsReport } from '../broadcasts-report.ts'
import type { Heading } from '../build-document.ts'
import { buildNotificationsReport } from '../notifications-report.ts'
import { buildPresenceReport } from '../presence-report.ts'
import { severityLabels } from '../words.ts'
import { layOutTable } from './pdf-table.ts'
import { toCsv } from './to-csv.ts'
import { toPdf } from './to-pdf.ts'
import { toXlsx } from './to-xlsx.ts'

const translations = {
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
type TextName = keyof (typeof translations)['ar']
const texts: Readonly<Record<TextName, MessageDescriptor>> = {
  name: msg`Name`,
  day: msg`Day`,
  title: msg`Title`,
  total: msg`Total`,
  high: severityLabels.high,
  minutes: msg`${{ label: '' }} (minutes)`,
  duration: msg`${{ hours: 0 }} h ${{ minutes: '' }} min`,
  page: msg`Page ${{ page: 0 }} of ${{ pages: 0 }}`,
  about: msg`About`,
  kept: msg`Data available from`,
}
for (const language of ['ar', 'hi'] as const)
  for (const [name, text] of Object.entries(texts))
    translate(text, language, translations[language][name as TextName])

const createdAt = new Date('2026-10-24T09:00:00Z')
const createHeading = (kind: Heading['kind'], language: Heading['language']): Heading => ({
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
const measuredTimes = { first_in: createdAt, last_out: createdAt, unseen_since: null, minutes: 485 }
const day = {
  ...{ zoneId: 'z', userId: 'u', day: '2026-10-24', name: 'محمد علي', zoneName: 'North yard' },
  ...{
    firstIn: createdAt,
    lastOut: createdAt,
    unseenSince: null,
    byPhone: true,
    byBadge: false,
    insideMinutes: 485,
    visits: 1,
    visitsBegun: 1,
  },
  ...{
    refused: 0,
    uncertain: 0,
    measured: measuredTimes,
    correction: null,
    objection: 'open' as const,
    judged: null,
  },
} as const
const makeReports = (language: Heading['language']) => ({
  attendance: buildAttendanceReport(createHeading('attendance', language), [day], false),
  presence: buildPresenceReport(
    createHeading('presence', language),
    [
      {
        day: '2026-10-24',
        hour: '09:00',
        began: createdAt,
        by_badge: 0,
        people: 2,
        most: 3,
        inside_s: 29_100,
      },
    ],
    2,
  ),
  notifications: buildNotificationsReport(
    createHeading('notifications', language),
    [
      {
        ...{ zone_id: 'z', zone_name: 'North yard', day: '2026-10-24', opened_at: createdAt, title: 'आग' },
        ...{ severity: 'high', status: 'in_progress', first_step_s: 60, resolved_s: null },
      },
    ],
    false,
  ),
  broadcasts: buildBroadcastsReport(
    createHeading('broadcasts', language),
    [
      {
        ...{ zone_id: null, zone_name: null, day: '2026-10-24', sent_at: createdAt, title: 'Drill' },
        ...{ priority: 'high', recipients: 9, seen: 5, acknowledged: 2, unreachable: 1, acknowledged_s: 60 },
      },
    ],
    true,
  ),
})
const kinds = ['attendance', 'presence', 'notifications', 'broadcasts'] as const

describe.each(['ar', 'hi'] as const)('a report in %s', language => {
  const ownTexts = translations[language]
  const documents = makeReports(language)

  it.each(kinds)('has the headings of its language in CSV and XLSX (%s)', async kind => {
    const { document } = documents[kind]
    const csv = (await toCsv(document)).toString()
    const [firstLine = ''] = csv.split('\r\n')
    expect(firstLine).toContain(ownTexts.day)
    if (kind === 'attendance') expect(firstLine).toContain(ownTexts.name)
    if (kind === 'notifications' || kind === 'broadcasts') {
      expect(firstLine).toContain(ownTexts.title)
      expect(csv).toContain(ownTexts.high)
    }
    expect(firstLine).toContain(ownTexts.minutes.replace('{label} ', ''))
    expect(csv).toContain(ownTexts.kept)
    const fileByPath = readZip(await toXlsx(document))
    expect(fileByPath.get('xl/workbook.xml')?.toString()).toContain(`name="${ownTexts.about}"`)
    expect(fileByPath.get('xl/sharedStrings.xml')?.toString()).toContain(ownTexts.day)
    const sheetXml = fileByPath.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
    expect(sheetXml.includes('rightToLeft="1"')).toBe(language === 'ar')
    expect(sheetXml.match(/<sheetViews>/g)).toHaveLength(1)
    expect(sheetXml).toContain('state="frozen"')
  })

  it.each(kinds)('has a glyph for each of its letters in PDF (%s)', async kind => {
    const pages = readPdf(await toPdf(documents[kind].document))
    const letters = pages.flat().join('')
    expect(letters).not.toContain(undefinedGlyph)
    expect(letters).not.toContain('\uFFFD')
    expect(letters).not.toContain('CSV')
    expect(letters).toMatch(language === 'ar' ? /\p{Script=Arabic}/u : /\p{Script=Devanagari}/u)
  })

  it('labels charts in its language, with the values of the cells', () => {
    const { document, charts } = documents.notifications
    expect(charts[0]?.bars.map(({ value, amounts }) => [value, Math.max(...amounts)])).toContainEqual([
      ownTexts.high,
      1,
    ])
    expect(document.rows[0]).toContain(ownTexts.high)
    expect(charts[1]?.bars.map(({ label }) => label)).not.toContain('24 Oct')
  })
})

describe('a PDF in Arabic', () => {
  const document: ReportDocument = { ...makeReports('ar').attendance.document, subject: 'ساحة (A) دار' }
  /**
   * Letters that differ only in their dots. The font draws them with the same base shape, and a PDF maps each shape to the first
   * letter that used it, so text read from a PDF may contain another letter of the same family.
   */
  const families = ['بتثني', 'جحخ', 'دذ', 'رز', 'سش', 'صض', 'طظ', 'عغ', 'فق', 'ةه']
  const removeDots = (text: string) =>
    text.replace(
      /\p{Script=Arabic}/gu,
      letter => families.find(family => family.includes(letter))?.[0] ?? letter,
    )
  /** Returns a word as drawn: the font draws its letters from the end. */
  const toDrawnText = (word: string) => removeDots([...word].reverse().join(''))

  it('sets words from right to left, and numbers and Latin words among them from left to right', async () => {
    const [page = []] = readPdf(await toPdf(document))
    const text = removeDots(page.join(''))
    expect(text).toContain(`${toDrawnText('دار')} (A) ${toDrawnText('ساحة')}`)
    expect(text).toContain(removeDots('د 05 س 8'))
    expect(text).toContain(toDrawnText(translations.ar.total))
  })

  it('mirrors brackets around its words', async () => {
    const [page = []] = readPdf(await toPdf({ ...document, subject: 'دار [سد]' }))
    expect(removeDots(page.join(''))).toContain(`[${toDrawnText('سد')}] ${toDrawnText('دار')}`)
  })

  it('begins its table at the right, with numbers aligned left in their columns', () => {
    const createLine = (text: string) => ({ runs: [], width: 4 * text.length })
    const typesetter = {
      breakLines: (text: string) => [createLine(text)],
      measureWidth: (text: string) => createLine(text).width,
      draw: () => {},
    }
    const { columns } = layOutTable(document, typesetter, 700, () => {})
    expect(columns.map(({ x }) => x)).toEqual(columns.map(({ x }) => x).sort((a, b) => b - a))
    expect([columns[0]?.right, columns.at(4)?.right]).toEqual([true, false])
  })
})
