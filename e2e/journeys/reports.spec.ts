import { readFile } from 'node:fs/promises'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { findZoneId } from '../people.ts'
import { findDetails, findMessage, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a manager reads and filters attendance, corrects a day and downloads it; the worker objects and receives an answer', async ({
  person,
  enrol,
  muster,
}) => {
  const worker = await enrol('Tomas Hale', { [yard]: 'app_user' })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await muster.sql(
    `insert into presence_history (zone_id, user_id, entry_time, exit_time, duration_minutes, tracking_source)
     values ($1, $2, $3, $4, 210, 'manual')`,
    [await findZoneId(muster, yard), worker.userId, `${yesterday}T08:00:00Z`, `${yesterday}T11:30:00Z`],
  )
  const { page } = await person({ as: await enrol('Rina Das', { [yard]: 'zone_manager_rw' }), inZone: yard })
  const rows = page.getByRole('region', { name: 'Report rows' })
  const tomasRows = rows.getByRole('row').filter({ hasText: 'Tomas Hale' })
  const dayChart = page.getByRole('region', { name: 'Time inside by day' })

  await test.step('the report shows who was inside and for how long', async () => {
    await openPage(page, '/reports')
    await expect(page.getByRole('heading', { name: 'Reports', level: 1 })).toBeVisible()
    await expect(tomasRows).toContainText('3 h 30 min')
    await expectNoBarrier(page, '/reports', { shown: dayChart })
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  await test.step('the manager filters by a bar and by a person', async () => {
    // A day without visits, such as a Sunday, has a bar without height.
    await dayChart.locator('.recharts-bar-rectangle').filter({ visible: true }).first().click()
    await expect(page.getByText(/of \d+ rows/).first()).toBeVisible()
    await page.goBack()
    await page.getByRole('combobox', { name: 'Person' }).fill('Tomas')
    await page.getByRole('option', { name: 'Tomas Hale' }).click()
    await expect(rows.getByRole('rowheader')).toHaveText(['Tomas Hale', /Total/])
    await expect(tomasRows).toHaveCount(1)
  })

  await test.step('the corrected time is shown next to the measured one', async () => {
    await tomasRows.getByRole('button').click()
    const dayDetails = findDetails(page, /^Tomas Hale/)
    await dayDetails.getByLabel('Time inside').fill('5:00')
    await dayDetails.getByLabel('Reason').fill('The phone was out of power')
    await dayDetails.getByRole('button', { name: 'Save correction' }).click()
    await expect(findMessage(page, 'Correction saved')).toBeVisible()
    await expect(tomasRows).toContainText('5 h')
    await expect(tomasRows).toContainText('The phone was out of power')
    await expect(tomasRows).toContainText('3 h 30 min')
    await page.keyboard.press('Escape')
  })

  await test.step('the downloaded file matches the screen', async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    const dialog = page.getByRole('dialog', { name: 'Download report' })
    await dialog.getByRole('radio', { name: 'CSV' }).check()
    const downloadEvent = page.waitForEvent('download', { timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Download' }).click()
    const file = await downloadEvent
    expect(file.suggestedFilename()).toMatch(/^attendance-.*\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain('Tomas Hale')
    expect(text).toContain('The phone was out of power')
    await dialog.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the worker sees the day on a phone and objects', async () => {
    const { page: phone } = await person({ as: worker, viewport: { width: 360, height: 740 }, touch: true })
    await openPage(phone, '/reports')
    await phone.getByRole('list', { name: 'Report rows' }).getByRole('button').first().tap()
    const dayDialog = phone.getByRole('dialog')
    await expect(dayDialog.getByText('The phone was out of power').first()).toBeVisible()
    await dayDialog.getByLabel('Is something wrong with this day?').fill('I was there until noon')
    await dayDialog.getByRole('button', { name: 'Object' }).tap()
    await expect(dayDialog.getByText('Your objection is waiting for a manager’s answer.')).toBeVisible()
  })

  await test.step('the manager is notified immediately and accepts', async () => {
    await page.getByRole('button', { name: '1 waiting for an answer' }).click()
    await page.getByRole('button', { name: 'Accept Tomas Hale’s objection' }).click()
    const acceptDialog = page.getByRole('dialog', { name: 'Accept objection' })
    await acceptDialog.getByLabel('Time inside').fill('6:00')
    await acceptDialog.getByLabel('Answer').fill('Corrected until noon')
    await acceptDialog.getByRole('button', { name: 'Accept and correct' }).click()
    await expect(acceptDialog).toBeHidden()
    await expect(tomasRows).toContainText('6 h')
    await expect(tomasRows).toContainText('Accepted')
  })
})
