import { readFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'
import { enterZone, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a manager exports current presence and visits as files', async ({ person, enrol }) => {
  const { page } = await person({ as: await enrol('Esha Export', { [yard]: 'zone_manager_rw' }) })
  await openPage(page, '/zone-selection')
  await enterZone(page, yard)
  await openPage(page, '/inside-now')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Export ${yard}` })
  const downloadExport = async () => {
    const downloadEvent = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await downloadEvent
    return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
  }
  const list = await downloadExport()
  expect(list.name).toMatch(/^inside-.*\.csv$/)
  expect(list.content.toString()).toMatch(/^number,last name,first name,/)
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.getByText('Visits').click()
  await dialog.getByText('XLSX').click()
  const sheet = await downloadExport()
  expect(sheet.name).toMatch(/^visits-.*\.xlsx$/)
  expect(sheet.content.subarray(0, 2).toString()).toBe('PK')
  await expect(page.getByText(`${sheet.name}:`).filter({ hasText: `to ${yard}.` })).toBeVisible()
})
