import PDFDocument from 'pdfkit'
import { expect, it } from 'vitest'
import { listFonts } from './pdf-fonts.ts'
import { createTypesetter } from './pdf-text.ts'

const style = { weight: 400, size: 9 } as const
const phoneWidth = 99

function fitLine(text: string, width = phoneWidth) {
  const doc = new PDFDocument({ autoFirstPage: false })
  for (const { name, path } of listFonts(400)) doc.registerFont(name, path)
  const fit = createTypesetter(doc, 'en').fitLine(text, style, width)
  return { ...fit, text: fit.line.runs.map(run => run.text).join('') }
}

it('a text that fits keeps its size', () => {
  expect(fitLine('+47 1234 5678')).toMatchObject({ text: '+47 1234 5678', style })
})

it('a text that is a little too wide is shown whole in a smaller size', () => {
  const phone = '+49 (0) 151 2345 678901'
  const fit = fitLine(phone)
  expect(fit.text).toBe(phone)
  expect(fit.style.size).toBeLessThan(style.size)
  expect(fit.line.width).toBeLessThanOrEqual(phoneWidth)
})

it('a text that is cut off ends with an ellipsis, even between words and in right-to-left scripts', () => {
  const phone = '+49 (0) 151 2345 6789 extension 12345'
  const fit = fitLine(phone)
  expect(fit.text).toMatch(/^\+49 \(0\) 151 2345.*…$/)
  expect(fit.text.length).toBeLessThan(phone.length)
  expect(fit.line.width).toBeLessThanOrEqual(phoneWidth)
  expect(fitLine('العربية '.repeat(20)).text).toContain('…')
})
