import { expect, it } from 'vitest'
import { fileNameSchema } from './file-name.ts'

it.each([
  ['Leak at gate 4.JPG', 'Leak at gate 4.JPG'],
  ['../../../etc/passwd.jpg', 'passwd.jpg'],
  ['C:\\Users\\Asha\\plan.pdf', 'plan.pdf'],
  ['two\nlines\tof\u0007it.pdf', 'two lines of it.pdf'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  [' \u200eplan.pdf ', 'plan.pdf'],
  ['पौधा\u200dघर.jpg', 'पौधा\u200dघर.jpg'],
  [`${'x'.repeat(250)}.pdf`, `${'x'.repeat(196)}.pdf`],
  [`${'😀'.repeat(240)}.pdf`, `${'😀'.repeat(196)}.pdf`],
  ['x'.repeat(300), 'x'.repeat(200)],
])('%j is shown as %j', (original, expected) => {
  expect(fileNameSchema.parse(original)).toBe(expected)
})

it.each(['', ' ', '\u202e\u200b', 'folder/', '\u0000.jpg', '\ud800.jpg', 'x'.repeat(2_001)])(
  '%j is not a valid name',
  original => {
    expect(fileNameSchema.safeParse(original).success).toBe(false)
  },
)
