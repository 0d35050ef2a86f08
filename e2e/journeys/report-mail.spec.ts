import { expect, test } from '../fixtures.ts'
import { freshEmail } from '../people.ts'
import { goTo, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a scheduled report arrives by email with the file, and its recipient unsubscribes', async ({
  person,
  enrol,
  muster,
}) => {
  const email = freshEmail('Site office')
  const { page } = await person({ as: await enrol('Rina Das', { [yard]: 'zone_manager_rw' }), inZone: yard })
  await openPage(page, '/dashboard')
  await goTo(page, 'Reports')
  await page.getByRole('tab', { name: 'Email delivery' }).click()

  await test.step('the manager adds the office and a weekly report', async () => {
    await page.getByRole('button', { name: 'Add recipient' }).click()
    const recipientDialog = page.getByRole('dialog', { name: 'Add recipient' })
    await recipientDialog.getByLabel('Email').fill(email)
    await recipientDialog.getByRole('button', { name: 'Add recipient' }).click()
    await expect(recipientDialog).toBeHidden()
    await page.getByRole('button', { name: 'Add schedule' }).click()
    const scheduleDialog = page.getByRole('dialog', { name: 'Add scheduled report' })
    await scheduleDialog.getByLabel('Format').selectOption('CSV')
    await scheduleDialog.getByRole('button', { name: 'Add schedule' }).click()
    await expect(scheduleDialog).toBeHidden()
  })

  await test.step('when run manually, the report is emailed with the file', async () => {
    await page.getByRole('button', { name: 'Run now: Attendance, every week' }).click()
    const mailedReports = page.getByRole('region', { name: 'Emailed reports' })
    await expect(mailedReports.getByText('Sent to 1 address')).toBeVisible({ timeout: 60_000 })
    expect(await muster.mailbox.subjectsFor(email)).toEqual([
      expect.stringContaining(`Attendance for ${yard}`),
    ])
    const [file] = await muster.mailbox.attachmentsFor(email)
    expect(file?.name).toMatch(/^attendance-yamuna-works-yard-.*\.csv$/)
    // The BOM tells spreadsheets that the file is UTF-8; the headings follow.
    expect(file?.content.toString()).toMatch(/^\uFEFF[^\r]+\r\n/)
  })

  await test.step('the office unsubscribes without an account', async () => {
    const [subject = ''] = await muster.mailbox.subjectsFor(email)
    const { page: officePage } = await person()
    await officePage.goto(await muster.mailbox.linkFor(email, subject))
    await officePage.getByRole('button', { name: 'Stop report emails for this zone' }).click()
    await expect(officePage.getByText('You’ll no longer get these reports by email.')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/unsubscribed/)).toBeVisible()
  })
})
