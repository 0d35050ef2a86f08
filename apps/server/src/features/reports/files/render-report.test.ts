import { expect, it } from 'vitest'
import { readPdf } from '../../../lib/testing/read-pdf.ts'
import { readZip } from '../../../lib/testing/read-zip.ts'
import { createWideDocument, sampleDocument, trickyNames } from '../testing/a-document.ts'
import { formatCells } from './format-cell.ts'
import { renderReport } from './render-report.ts'
import { toReportFileName } from './report-file-name.ts'
import { toPdf } from './to-pdf.ts'

const [visits, minutes] = [1_278, 7_866]

it('the cells of a report add up to its totals', () => {
  const sumColumn = (at: number) => sampleDocument.rows.reduce((sum, row) => sum + Number(row[at]), 0)
  expect([sumColumn(4), sumColumn(5)]).toEqual([visits, minutes])
})

it('a CSV has rows and totals, instants with their offset, no formulas, and a description after an empty line', async () => {
  const csv = (await renderReport({ ...sampleDocument, group: '=Crew' }, 'csv')).toString()
  const [table = '', aboutText = ''] = csv.split('\r\n\r\n')
  const lines = table.split('\r\n')
  expect(lines[0]).toBe('\uFEFFName,Day,First in,Last out,Visits,Inside (minutes)')
  expect(lines[1]).toBe("'=1+1,2026-10-25,2026-10-25T02:30:00+02:00,2026-10-25T16:00:00+01:00,101,650")
  expect(lines[2]).toContain("'+1,2026-10-25,2026-10-25T02:30:00+01:00,")
  expect(lines.at(-1)).toBe(`Total,,,,${visits},${minutes}`)
  expect(lines).toHaveLength(1 + trickyNames.length + 1)
  expect(aboutText.split('\r\n')).toEqual([
    'Report,Attendance',
    'About,North yard',
    "Group,'=Crew",
    'Days,24 Oct 2026 to 25 Oct 2026',
    'Time zone,Europe/Berlin',
    'Created,"26 Oct 2026, 06:00"',
    'Data available from,"28 Jul 2026, 07:00"',
    'Not shown,people who have left the zone',
    'People,12',
    'Time inside (minutes),7866',
    '',
  ])
  expect(lines.slice(1).filter(line => /^"?[=+\-@\t＝]/.test(line))).toEqual([])
})

it('a workbook has real numbers and times, text that stays text, totals and a second sheet', async () => {
  const fileByPath = readZip(await renderReport(sampleDocument, 'xlsx'))
  const readXml = (path: string) => fileByPath.get(path)?.toString() ?? ''
  const sheetXml = readXml('xl/worksheets/sheet1.xml')
  for (const file of fileByPath.keys()) expect(readXml(file)).not.toMatch(/<f[ >]/)
  const strings = [...readXml('xl/sharedStrings.xml').matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, it]) => it)
  expect(strings).toEqual(expect.arrayContaining(['=1+1', '+1', '-1', '@x', '＝1+1', 'Total', 'North yard']))
  const cells = [...sheetXml.matchAll(/<row [^>]*>([\s\S]*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c r="([A-Z]+)\d+"([^>]*)>(?:<v>([^<]*)<\/v>)?/g)].map(
      ([, column, kind = '', value]) => [
        column,
        kind.includes('t="s"') ? strings[Number(value)] : Number(value),
      ],
    ),
  )
  const toRow = (at: number) => Object.fromEntries(cells.at(at) ?? [])
  expect(toRow(-1)).toMatchObject({ A: 'Total', E: visits, F: minutes })
  // 25 October 2026 is day 46,320 in spreadsheets; the time is half past two on the wall clock.
  expect(toRow(1)).toMatchObject({ A: '=1+1', B: 46_320, E: 101, F: 650 })
  expect(toRow(1).C).toBeCloseTo(46_320 + 2.5 / 24, 6)
  expect(sheetXml).toContain('state="frozen"')
  expect(readXml('xl/worksheets/sheet2.xml')).not.toBe('')
  expect(strings).toEqual(expect.arrayContaining(['Europe/Berlin', '28 Jul 2026, 07:00']))
})

it('a PDF has a title, totals, numbered pages with the heading on each, every script, and markers for missing glyphs', async () => {
  const [page = []] = readPdf(await renderReport(sampleDocument, 'pdf'))
  for (const text of ['Attendance', 'North yard', '24 Oct 2026 to 25 Oct 2026', '=1+1', 'Петров', 'Total'])
    expect(page).toContain(text)
  expect(page).toContain('1,278')
  expect(page).toContain('131 h 06 min')
  expect(page.join(' ')).toContain('Data available from 28 Jul 2026')
  expect(page.join(' ')).toContain('people who have left the zone')
  const [zonesPage = []] = readPdf(await toPdf({ ...sampleDocument, zonesDiffer: true }))
  expect(zonesPage.join(' ')).toContain('midnight in each zone’s time zone; times are in Europe/Berlin')
  expect(page).toContain('02:30 (+02:00)')
  expect(page.join(' ')).toContain('(text in CSV and XLSX)')
  // Missing symbols are marked; missing letters refer to other formats.
  expect(page.filter(text => text.includes('\uFFFD'))).toEqual(['\uFFFD1+1'])
  expect(page.join(' ')).toMatch(/[\u0590-\u05FF]/)
  expect(page.join(' ')).toMatch(/[\u0E00-\u0E7F]/)
  expect(page.join(' ')).toMatch(/[\u0900-\u097F]/)
  expect(page.join(' ')).toMatch(/[\u0600-\u06FF]/)

  const rows = Array.from({ length: 10 }, () => sampleDocument.rows).flat()
  const pages = readPdf(await toPdf({ ...sampleDocument, rows }))
  expect(pages.length).toBeGreaterThan(2)
  pages.forEach((texts, at) => {
    expect(texts).toContain('First in')
    expect(texts).toContain(`Page ${at + 1} of ${pages.length}`)
  })
  expect(pages.flat().filter(text => text === '=1+1')).toHaveLength(10)
})

it('a wide PDF table breaks no number, time, day or heading word, and continues rows taller than the page', async () => {
  const pages = readPdf(await toPdf(createWideDocument('reason '.repeat(72).slice(0, 500))))
  const [page = []] = pages
  for (const unbrokenText of [
    '23 h 05 min',
    '15 h 05 min',
    '25 Oct 2026',
    '02:30 (+02:00)',
    'Group: Night crew',
  ])
    expect(page).toContain(unbrokenText)
  for (const word of ['Expected', 'Overtime', 'Uncertain', 'correction']) expect(page).toContain(word)
  expect(pages.at(-1)).toContain('1,985 h 10 min')

  const words = Array.from({ length: 1_000 }, (_, at) => `word${at}`)
  const tallPages = readPdf(await toPdf(createWideDocument(words.join(' '))))
  expect(tallPages.flatMap(pageTexts => pageTexts.join(' ').match(/word\d+/g) ?? [])).toEqual(words)
  const linesPerPage = tallPages.map(pageTexts => pageTexts.filter(text => text.startsWith('word')).length)
  // A page with more lines would overflow.
  expect(Math.max(...linesPerPage)).toBeLessThan(60)
})

it('cells are formatted unambiguously for people', () => {
  const { shown } = formatCells({ timeZone: 'Europe/Berlin', language: 'en' })
  expect(shown('2026-10-25T15:00:00Z', 'moment')).toBe('25 Oct 2026, 16:00')
  expect(shown('2026-10-25T01:30:00Z', 'time')).toBe('02:30 (+01:00)')
  expect([shown(1_234_567, 'count'), shown(null, 'count'), shown('2026-02-01', 'day')]).toEqual([
    '1,234,567',
    '',
    '1 Feb 2026',
  ])
  expect([5, 485, -65].map(duration => shown(duration, 'minutes'))).toEqual([
    '5 min',
    '8 h 05 min',
    '−1 h 05 min',
  ])
})

it("a time that is not on its row's day includes the day in PDF, spreadsheet and text", async () => {
  const nightShiftDocument = {
    ...sampleDocument,
    columns: sampleDocument.columns.map(column =>
      column.key === 'out' ? { ...column, kind: 'time' as const } : column,
    ),
    // In Berlin these are the evening before and the morning after.
    rows: [['Ann', '2026-10-25', '2026-10-24T19:17:00.000Z', '2026-10-26T05:02:00.000Z', 1, 600]],
  }
  const [page = []] = readPdf(await toPdf(nightShiftDocument))
  expect(page).toEqual(expect.arrayContaining(['from 24 Oct, 21:17', '26 Oct, 06:02']))
  const csv = (await renderReport(nightShiftDocument, 'csv')).toString()
  expect(csv).toContain('Ann,2026-10-25,2026-10-24T21:17:00+02:00,2026-10-26T06:02:00+01:00,1,600')
  const fileByPath = readZip(await renderReport(nightShiftDocument, 'xlsx'))
  const styles = fileByPath.get('xl/styles.xml')?.toString() ?? ''
  const dateFormatId = /numFmtId="(\d+)" formatCode="yyyy-mm-dd hh:mm"/.exec(styles)?.[1]
  const cellStyles = [...styles.slice(styles.indexOf('<cellXfs')).matchAll(/<xf [^>]*>/g)]
  const styleIndex = cellStyles.findIndex(([cellXml]) => cellXml.includes(`numFmtId="${dateFormatId}"`))
  const sheetXml = fileByPath.get('xl/worksheets/sheet1.xml')?.toString() ?? ''
  expect(styleIndex).toBeGreaterThan(0)
  expect(sheetXml).toMatch(new RegExp(`<c r="C2"[^>]* s="${styleIndex}"`))
  expect(sheetXml).toMatch(new RegExp(`<c r="D2"[^>]* s="${styleIndex}"`))
})

it('a CSV with only some rows says so in its name and below the rows', async () => {
  const filteredDocument = { ...sampleDocument, filter: { search: 'ann', allRows: 57 } }
  expect(toReportFileName(filteredDocument, 'csv')).toBe(
    'attendance-north-yard-2026-10-24-to-2026-10-25-filtered.csv',
  )
  const [table, factLines] = (await renderReport(filteredDocument, 'csv')).toString().split(/\r\n"?"?\r\n/)
  expect(table).not.toContain('Search')
  expect(factLines).toMatch(/\r\nSearch,ann\r\n"?Rows"?,"?\d+ of 57/)
})

it("a report's file name is valid on every system", () => {
  const toFileName = (subject: string) => toReportFileName({ ...sampleDocument, subject }, 'pdf')
  expect(toFileName('Nörd/..\\ "yard"\r\n')).toBe('attendance-nord-yard-2026-10-24-to-2026-10-25.pdf')
  expect(toFileName('李小龍')).toBe('attendance-2026-10-24-to-2026-10-25.pdf')
  expect(toFileName('x'.repeat(5_000)).length).toBeLessThan(120)
})
