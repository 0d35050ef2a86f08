import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { createGroup } from '../people.ts'
import { findMessage, openPage } from '../screens.ts'

const yard = 'Yamuna Works Yard'

const findMessageBox = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const findMessages = (page: Page) => page.getByRole('region', { name: 'Conversation' }).getByRole('article')

/** Writes a message and sends it with Enter. */
async function sendText(page: Page, text: string) {
  await findMessageBox(page).fill(text)
  await findMessageBox(page).press('Enter')
}

test('two people chat live in a group, with a file and through five minutes offline, until one is removed', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectDisconnect()
  const managerAccount = await enrol('Yara Sood', { [yard]: 'zone_manager_rw' })
  const worker = await enrol('Zubin Irani', { [yard]: 'app_user' })
  const { page: desk } = await person({ as: managerAccount, inZone: yard })
  const { page: phone, context } = await person({
    as: worker,
    inZone: yard,
    viewport: { width: 360, height: 780 },
    touch: true,
  })
  await phone.clock.install()

  await test.step('a manager creates a group with a member, who finds it', async () => {
    await openPage(desk, '/my-groups')
    await desk.getByRole('navigation', { name: 'Groups' }).getByRole('link', { name: 'All groups' }).click()
    await desk.getByRole('button', { name: 'Create Group' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Create Group' })
    await dialog.getByRole('button', { name: 'Create Group' }).click()
    await expect(dialog.getByText('Group name is required')).toBeVisible()
    await dialog.getByLabel('Group name').fill('Crane crew')
    await dialog.getByLabel('Members').first().fill('Zubin')
    await desk.getByRole('option', { name: 'Zubin Irani' }).click()
    await desk.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Create Group' }).click()
    await expect(findMessage(desk, 'Group created successfully')).toBeVisible()
    await desk.getByRole('link', { name: 'Open Chat of Crane crew' }).click()
    await openPage(phone, '/my-groups')
    await phone.getByRole('link', { name: 'Open Chat of Crane crew' }).tap()
    await expect(phone).toHaveURL(/#\/groups\//)
    await expect(phone.getByText('No messages yet')).toBeVisible()
  })

  await test.step('they talk, see each other typing, share a file and react', async () => {
    await sendText(desk, 'Who is at the crane?')
    await expect(findMessages(phone)).toHaveCount(1)
    await expect(findMessages(desk).getByText('Read by 1 of 1')).toBeVisible()
    await findMessageBox(phone).pressSequentially('I am')
    await expect(desk.getByText('Zubin Irani is typing…')).toBeVisible()
    await findMessageBox(phone).press('Shift+Enter')
    await findMessageBox(phone).pressSequentially('until noon')
    await phone.getByRole('button', { name: 'Send message' }).tap()
    await expect(findMessages(desk).nth(1)).toContainText('I am\nuntil noon', { useInnerText: true })
    const row = desk.getByRole('article').filter({ hasText: 'Crane crew' })
    await expect(row).toContainText('Zubin Irani: I am until noon')
    await desk.getByTestId('chat-file-input').setInputFiles({
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    })
    await sendText(desk, 'The plan')
    const downloadEvent = phone.waitForEvent('download')
    await findMessages(phone).nth(2).getByRole('button', { name: 'Download plan.pdf' }).tap()
    expect((await downloadEvent).suggestedFilename()).toBe('plan.pdf')
    await expect(findMessage(phone, 'File download started')).toBeVisible()
    await findMessages(phone)
      .nth(2)
      .getByRole('button', { name: /^More options for/ })
      .tap()
    await phone.getByRole('menuitem', { name: 'React with 👍' }).tap()
    await expect(desk.getByRole('button', { name: '👍 1', exact: true })).toBeVisible()
  })

  await test.step('messages written offline wait for five minutes, and arrive once and in order', async () => {
    await context.setOffline(true)
    for (const text of ['First offline', 'Second offline']) await sendText(phone, text)
    await expect(phone.getByText(/^(Sending…|Queued)/)).toHaveCount(2)
    await sendText(desk, 'Meanwhile')
    await expect(findMessages(desk)).toHaveCount(4)
    await phone.clock.fastForward('05:00')
    await expect(phone.getByText(/^(Sending…|Queued)/)).toHaveCount(2)
    await context.setOffline(false)
    const expectedTexts = [
      'Who is at the crane?',
      'I am',
      'The plan',
      'Meanwhile',
      'First offline',
      'Second offline',
    ]
    for (const page of [phone, desk]) await expect(findMessages(page)).toContainText(expectedTexts)
    await expect(phone.getByText(/^(Sending…|Queued)/)).toHaveCount(0)
  })

  await test.step('own messages can be edited and deleted', async () => {
    const lastMessage = findMessages(phone).nth(5)
    await lastMessage.getByRole('button', { name: /^More options for/ }).tap()
    await phone.getByRole('menuitem', { name: 'Edit' }).tap()
    await findMessageBox(phone).fill('Second, better')
    await phone.getByRole('button', { name: 'Save message' }).tap()
    await expect(findMessages(desk).getByText('Second, better')).toBeVisible()
    await lastMessage.getByRole('button', { name: /^More options for/ }).tap()
    await phone.getByRole('menuitem', { name: 'Delete' }).tap()
    await phone.getByRole('button', { name: 'Delete message' }).tap()
    await expect(findMessages(desk).getByText('This message was deleted.')).toBeVisible()
  })

  await test.step('a removed member loses the conversation in the open tab', async () => {
    watch.expectRefusal(403)
    watch.expectRefusal(404)
    await desk.getByRole('button', { name: 'Options of the group Crane crew' }).click()
    await desk.getByRole('menuitem', { name: 'Members' }).click()
    await desk.getByRole('button', { name: 'Remove Zubin Irani' }).click()
    await desk.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(findMessage(desk, 'Removed Zubin Irani from group')).toBeVisible()
    await expect(phone.getByText('Who is at the crane?')).toHaveCount(0)
  })
})

test('while replying and editing on a small phone, Send and Cancel stay visible; at 200 % a message and the field do', async ({
  person,
  enrol,
  muster,
}) => {
  const managerAccount = await enrol('Tara Rao', { [yard]: 'zone_manager_rw' })
  const { groupId } = await createGroup(muster, yard, managerAccount, 'Ramp crew')
  const { page } = await person({
    as: managerAccount,
    viewport: { width: 360, height: 740 },
    touch: true,
    inZone: yard,
  })
  await openPage(page, `/groups/${groupId}`)
  const longText =
    'The ramp at gate four is closed until the crane has gone, so use the way round behind the store. '
      .repeat(2)
      .slice(0, 120)
  await sendText(page, longText)
  const ownMessage = findMessages(page).filter({ hasText: longText })
  await expect(ownMessage.getByText(/^(Sending…|Queued)/)).toHaveCount(0)
  const chooseMenuItem = async (item: string) => {
    await ownMessage.getByRole('button', { name: /^More options for/ }).tap()
    await page.getByRole('menuitem', { name: item }).tap()
  }
  const findButton = (name: string) => page.getByRole('button', { name, exact: true })
  /** Expects each part to lie entirely within the window. */
  const expectInside = async (locators: readonly Locator[]) => {
    const window = page.viewportSize()
    for (const locator of locators) {
      await expect(locator).toBeInViewport({ ratio: 1 })
      const box = await locator.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(window?.width ?? 0)
    }
  }
  for (const width of [360, 320]) {
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 740 })
      await chooseMenuItem('Reply')
      await expect(page.getByText('Reply to')).toBeVisible()
      await expectInside([findMessageBox(page), findButton('Send message'), findButton('Cancel')])
      await findButton('Cancel').tap()
      await chooseMenuItem('Edit')
      await expectInside([findMessageBox(page), findButton('Save message'), findButton('Cancel')])
      await findButton('Cancel').tap()
    })
  }
  await test.step('at 200 %', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
    await chooseMenuItem('Reply')
    const controls = [findMessageBox(page), findButton('Send message'), findButton('Cancel')]
    await expectInside(controls)
    // The field is wide enough for words, and messages are visible above it.
    expect((await findMessageBox(page).boundingBox())?.width).toBeGreaterThan(200)
    const conversation = page.getByRole('region', { name: 'Conversation' })
    await expect(ownMessage).toBeInViewport()
    expect((await conversation.boundingBox())?.height).toBeGreaterThan(90)
    await findButton('Cancel').tap()
    await expectInside(controls.slice(0, 2))
    expect((await conversation.boundingBox())?.height).toBeGreaterThan(150)
  })
})
