import { expect, test } from '../fixtures.ts'
import { enterZone, findDetails, findMessage, goTo, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a manager asks a group for an answer, sees who replied, and reminds the others', async ({
  person,
  enrol,
}) => {
  const managerAccount = await enrol('Vera Nath', { [yard]: 'zone_manager_rw' })
  const firstWorker = await enrol('Wasim Raza', { [yard]: 'app_user' })
  const secondWorker = await enrol('Xena Dutt', { [yard]: 'app_user' })
  const { page: desk } = await person({ as: managerAccount })
  const { page: phone } = await person({
    as: firstWorker,
    viewport: { width: 360, height: 780 },
    touch: true,
  })
  const { page: otherPage } = await person({ as: secondWorker })
  for (const page of [desk, phone, otherPage]) {
    await openPage(page, '/zone-selection')
    await enterZone(page, yard)
  }
  await goTo(desk, 'Broadcasts')
  const title = 'Crane test at ten'
  const details = findDetails(desk, title)

  await test.step('the manager sends it to a new group, with a file and two answers', async () => {
    await desk
      .getByRole('button', { name: /^Send (First|New) Broadcast$/ })
      .first()
      .click()
    const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
    const sendButton = dialog.getByRole('button', { name: 'Send Broadcast' })
    await expect(sendButton).toBeDisabled()
    await dialog.getByRole('textbox', { name: 'Title' }).fill(title)
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Stay behind the line until noon.')
    await dialog.getByText('High', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Create New Group' }).click()
    const groupDialog = desk.getByRole('dialog', { name: 'Create New Group' })
    await groupDialog.getByRole('button', { name: 'Create Group' }).click()
    await expect(groupDialog.getByText('Group name is required')).toBeVisible()
    await groupDialog.getByLabel('Group name').fill('Riggers')
    for (const name of ['Wasim Raza', 'Xena Dutt']) {
      await groupDialog.getByLabel('Members').first().fill(name)
      await desk.getByRole('option', { name }).click()
    }
    await desk.keyboard.press('Tab')
    await groupDialog.getByRole('button', { name: 'Create Group' }).click()
    await expect(findMessage(desk, 'Group created successfully')).toBeVisible()
    await dialog.getByRole('switch', { name: 'Ask for an answer' }).check()
    await dialog.getByRole('textbox', { name: 'Answer 1' }).fill('Understood')
    await dialog.getByTestId('file-input').setInputFiles({
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    })
    await expect(dialog.getByText('It reaches 2 people.')).toBeVisible()
    await sendButton.click()
    await expect(findMessage(desk, 'Broadcast sent successfully')).toBeVisible()
    await desk.getByRole('button', { name: `View Details of ${title}` }).click()
    await expect(details.getByText('Answered: 0 of 2')).toBeVisible()
  })

  await test.step('the broadcast reaches the phone as an alert that links to it, and is answered with one press', async () => {
    await expect(phone.getByRole('img', { name: /unread/ }).first()).toBeVisible()
    await openPage(phone, '/alerts')
    await phone.getByRole('button', { name: new RegExp(`^${title}`) }).tap()
    const broadcastDetails = findDetails(phone, title)
    await broadcastDetails.getByRole('button', { name: 'Understood' }).tap()
    await expect(findMessage(phone, 'Answer sent')).toBeVisible()
    const downloadEvent = phone.waitForEvent('download')
    await broadcastDetails.getByRole('button', { name: 'Download plan.pdf' }).tap()
    expect((await downloadEvent).suggestedFilename()).toBe('plan.pdf')
    await expect(details.getByText('Answered: 1 of 2')).toBeVisible()
  })

  await test.step('the member without an answer is reminded and answers too', async () => {
    const recipients = details.getByRole('list', { name: 'Recipients' }).getByRole('listitem')
    await expect(recipients).toHaveText([/^Xena Dutt/, /^Wasim Raza.*Understood/])
    await details.getByRole('button', { name: /^No answer yet/ }).click()
    await expect(recipients).toHaveText([/^Xena Dutt/])
    await details.getByRole('button', { name: 'Remind 1 person' }).click()
    await expect(findMessage(desk, 'Reminded 1 person')).toBeVisible()
    await goTo(otherPage, 'Alerts')
    await otherPage.getByRole('button', { name: new RegExp(`^Reminder: ${title}`) }).click()
    await findDetails(otherPage, title).getByRole('button', { name: 'I need help' }).click()
    await expect(details.getByText('Answered: 2 of 2')).toBeVisible()
  })

  await test.step('a scheduled broadcast is recalled before it is sent', async () => {
    await details.getByRole('button', { name: 'Close' }).click()
    await desk.getByRole('button', { name: 'Send New Broadcast' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Never sent')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('A mistake.')
    await dialog.getByRole('switch', { name: 'Send later' }).check()
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    await dialog.getByRole('textbox', { name: 'When' }).fill(tomorrow)
    await dialog.getByRole('button', { name: 'Schedule Broadcast' }).click()
    await expect(findMessage(desk, 'Broadcast scheduled')).toBeVisible()
    await desk.getByRole('button', { name: 'View Details of Never sent' }).click()
    await findDetails(desk, 'Never sent').getByRole('button', { name: 'Recall' }).click()
    await desk
      .getByRole('dialog', { name: 'Recall this broadcast?' })
      .getByRole('button', { name: 'Recall' })
      .click()
    await expect(findMessage(desk, 'Broadcast recalled')).toBeVisible()
  })

  await test.step('all alerts are marked as read', async () => {
    await openPage(phone, '/alerts')
    await phone.getByRole('button', { name: 'Mark All Read' }).tap()
    await expect(findMessage(phone, 'All alerts marked as read')).toBeVisible()
    await phone.getByText('Unread (0)').tap()
    await expect(phone.getByText('No Unread Alerts')).toBeVisible()
  })
})
