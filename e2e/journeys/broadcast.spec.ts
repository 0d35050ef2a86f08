import { expect, test } from '../fixtures.ts'
import { findDetails, findMessage, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a manager asks a group for an answer, sees who replied and reminds the others, and recalls a scheduled broadcast', async ({
  person,
  enrol,
  muster,
}) => {
  const managerAccount = await enrol('Vera Nath', { [yard]: 'zone_manager_rw' })
  const firstWorker = await enrol('Wasim Raza', { [yard]: 'app_user' })
  const secondWorker = await enrol('Xena Dutt', { [yard]: 'app_user' })
  const { page: desk } = await person({ as: managerAccount, inZone: yard })
  const { page: phone } = await person({
    as: firstWorker,
    inZone: yard,
    viewport: { width: 360, height: 780 },
    touch: true,
  })
  await openPage(phone, '/dashboard')
  await openPage(desk, '/broadcasts')
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
    await expect(dialog.getByText('It goes to 2 people.')).toBeVisible()
    await sendButton.click()
    await expect(findMessage(desk, 'Broadcast sent successfully')).toBeVisible()
    await desk.getByRole('button', { name: `View Details of ${title}` }).click()
    await expect(details.getByText('Answered: 0 of 2')).toBeVisible()
  })

  await test.step('the broadcast reaches the phone as an alert that links to it, and is answered with one press', async () => {
    await expect(phone.getByRole('img', { name: /unread/ }).first()).toBeVisible()
    await openPage(phone, '/alerts')
    await phone.getByRole('link', { name: new RegExp(`^${title}`) }).tap()
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
    const [, broadcastId] = /broadcast=([\w-]+)/.exec(desk.url()) ?? []
    const { token } = await muster.signIn(secondWorker)
    const body = { answer: 'I need help' }
    await muster.call('POST', `/broadcasts/${broadcastId}/answer`, { token, body })
    await expect(details.getByText('Answered: 2 of 2')).toBeVisible()
  })

  await test.step('a scheduled broadcast is edited and recalled, and is not shown as news', async () => {
    await details.getByRole('button', { name: 'Close' }).click()
    await desk.getByRole('button', { name: 'Send New Broadcast' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Send New Broadcast' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Gate closed')
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Use the north gate.')
    await dialog.getByRole('switch', { name: 'Send later' }).check()
    // Tomorrow in the browser's time zone, where the date may differ from this process's.
    const tomorrow = await desk.evaluate<string>(`new Date(Date.now() + 86_400_000).toLocaleDateString('sv')`)
    await dialog.getByRole('textbox', { name: 'When' }).fill(`${tomorrow}T08:00`)
    await dialog.getByRole('button', { name: 'Schedule Broadcast' }).click()
    await expect(findMessage(desk, 'Broadcast scheduled')).toBeVisible()
    const card = desk.getByRole('article').filter({ hasText: 'Gate closed' })
    await expect(card).toContainText('Scheduled for tomorrow, 08:00')
    await card.getByRole('button', { name: /^View Details/ }).click()

    await findDetails(desk, 'Gate closed').getByRole('button', { name: 'Edit' }).click()
    const editDialog = desk.getByRole('dialog', { name: 'Edit scheduled broadcast' })
    await editDialog.getByRole('textbox', { name: 'Title' }).fill('East gate closed')
    await editDialog.getByRole('textbox', { name: 'When' }).fill(`${tomorrow}T09:30`)
    await editDialog.getByRole('button', { name: 'Save Changes' }).click()
    await expect(findMessage(desk, 'Changes saved')).toBeVisible()
    const updatedCard = desk.getByRole('article').filter({ hasText: 'East gate closed' })
    await expect(updatedCard).toContainText('Scheduled for tomorrow, 09:30')

    await findDetails(desk, 'East gate closed').getByRole('button', { name: 'Recall' }).click()
    await desk
      .getByRole('dialog', { name: 'Recall this broadcast?' })
      .getByRole('button', { name: 'Recall' })
      .click()
    await expect(findMessage(desk, 'Broadcast recalled')).toBeVisible()
    await expect(updatedCard).toContainText('Not sent')
    await openPage(desk, '/dashboard')
    const recentBroadcasts = desk.getByRole('region', { name: 'Recent Broadcasts' })
    await recentBroadcasts.getByRole('button', { name: 'Recent Broadcasts' }).click()
    await expect(recentBroadcasts.getByText(title)).toBeVisible()
    await expect(desk.getByText('East gate closed')).toHaveCount(0)
  })
})
