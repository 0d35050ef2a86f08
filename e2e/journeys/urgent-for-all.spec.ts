import { expect, test } from '../fixtures.ts'
import { findDetails, findMessage, goTo, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneOptions = { viewport: { width: 360, height: 780 }, touch: true }

test('a worker receives an evacuation broadcast, reads it, and reports a hazard', async ({
  person,
  enrol,
}) => {
  const managerAccount = await enrol('Farid Khan', { [yard]: 'zone_manager_rw' })
  const { page: desk } = await person({ as: managerAccount, inZone: yard })
  const { page: workerPage } = await person({ as: 'worker', ...phoneOptions })
  await openPage(workerPage, '/dashboard')
  await expect(workerPage.getByRole('heading', { name: yard })).toBeVisible()
  await openPage(desk, '/dashboard')
  const title = 'Evacuate past the car park'

  await test.step('the form says that an urgent broadcast also reaches their role, and keeps what is typed', async () => {
    await openPage(desk, '/broadcasts?send=true')
    const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Gas at the east gate. Walk to the car park.')
    await expect(dialog.getByText(/with the role .*Worker get urgent broadcasts only/)).toBeVisible()
    await desk.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await desk.getByRole('button', { name: 'Send New Broadcast' }).click()
    await expect(dialog.getByText('Draft restored')).toBeVisible()
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue(title)
    await dialog.getByText('Urgent', { exact: true }).click()
    await expect(dialog.getByText(/with the role/)).toBeHidden()
    await dialog.getByRole('button', { name: 'Send Broadcast' }).click()
    await expect(findMessage(desk, 'Broadcast sent successfully')).toBeVisible()
  })

  await test.step('the broadcast reaches the phone of the worker, who opens and reads it', async () => {
    await expect(workerPage.getByRole('img', { name: /unread/ }).first()).toBeVisible()
    await expect(workerPage.getByRole('link', { name: new RegExp(title) })).toBeVisible()
    await openPage(workerPage, '/alerts')
    await workerPage.getByRole('button', { name: new RegExp(`^${title}`) }).tap()
    await expect(findDetails(workerPage, title).getByText('Gas at the east gate.')).toBeVisible()
    await findDetails(workerPage, title).getByRole('button', { name: 'Close' }).tap()
    await expect(workerPage.getByRole('article').filter({ hasText: title })).toBeVisible()
  })

  await test.step('the worker reports what they see and finds the report', async () => {
    await openPage(workerPage, '/hazards?report=1')
    const dialog = workerPage.getByRole('dialog', { name: 'Report Notification' })
    await dialog.getByLabel('Title').fill('East gate is blocked')
    await dialog.getByLabel('Description').fill('A truck stands across it.')
    await dialog.getByRole('button', { name: 'Report Notification' }).tap()
    await expect(dialog).toBeHidden()
    await expect(workerPage.getByRole('article').filter({ hasText: 'East gate is blocked' })).toBeVisible()
    await expect(workerPage.getByRole('article')).toHaveCount(1)
    await goTo(desk, 'Notify')
    await expect(desk.getByRole('article').filter({ hasText: 'East gate is blocked' })).toBeVisible()
  })
})

test('a manager edits a scheduled broadcast, and one that was never sent is not shown as news', async ({
  person,
  enrol,
}) => {
  const managerAccount = await enrol('Gita Pal', { [yard]: 'zone_manager_rw' })
  const { page } = await person({ as: managerAccount, inZone: yard })
  await openPage(page, '/broadcasts?send=true')
  const dialog = page.getByRole('dialog', { name: 'Send New Broadcast' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Gate closed')
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Use the north gate.')
  await dialog.getByRole('switch', { name: 'Send later' }).check()
  // Tomorrow in the browser's time zone, where the date may differ from this process's.
  const tomorrow = await page.evaluate<string>(`new Date(Date.now() + 86_400_000).toLocaleDateString('sv')`)
  await dialog.getByRole('textbox', { name: 'When' }).fill(`${tomorrow}T08:00`)
  await dialog.getByRole('button', { name: 'Schedule Broadcast' }).click()
  await expect(findMessage(page, 'Broadcast scheduled')).toBeVisible()
  const card = page.getByRole('article').filter({ hasText: 'Gate closed' })
  await expect(card).toContainText('Scheduled for tomorrow, 08:00')
  await card.getByRole('button', { name: /^View Details/ }).click()

  await findDetails(page, 'Gate closed').getByRole('button', { name: 'Edit' }).click()
  const editDialog = page.getByRole('dialog', { name: 'Edit scheduled broadcast' })
  await editDialog.getByRole('textbox', { name: 'Title' }).fill('East gate closed')
  await editDialog.getByRole('textbox', { name: 'When' }).fill(`${tomorrow}T09:30`)
  await editDialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(findMessage(page, 'Changes saved')).toBeVisible()
  const updatedCard = page.getByRole('article').filter({ hasText: 'East gate closed' })
  await expect(updatedCard).toContainText('Scheduled for tomorrow, 09:30')

  await findDetails(page, 'East gate closed').getByRole('button', { name: 'Recall' }).click()
  await page
    .getByRole('dialog', { name: 'Recall this broadcast?' })
    .getByRole('button', { name: 'Recall' })
    .click()
  await expect(findMessage(page, 'Broadcast recalled')).toBeVisible()
  await expect(updatedCard).toContainText('Not sent')
  await openPage(page, '/dashboard')
  const recentBroadcasts = page.getByRole('region', { name: 'Recent Broadcasts' })
  await expect(
    recentBroadcasts.getByRole('listitem').first().or(recentBroadcasts.getByText('No broadcasts yet.')),
  ).toBeVisible()
  await expect(page.getByText('East gate closed')).toHaveCount(0)
})
