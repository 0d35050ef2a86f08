import { expect, test } from '../fixtures.ts'
import { drawSidewaysJpeg, findDetails, findMessage, openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'

test('a worker reports a hazard with a photo from a phone and a manager closes it, live on both screens', async ({
  person,
  enrol,
}) => {
  const worker = await enrol('Tara Bose', { [yard]: 'app_user' })
  const managerAccount = await enrol('Uma Reddy', { [yard]: 'zone_manager_rw' })
  const { page: phone } = await person({
    as: worker,
    inZone: yard,
    at: places.inYard,
    viewport: { width: 360, height: 780 },
    touch: true,
  })
  const { page: desk } = await person({ as: managerAccount, inZone: yard })
  for (const page of [phone, desk]) await openPage(page, '/hazards')
  const title = 'Loose cable at gate 4'

  // The toast is shown for only a few seconds, so watch the manager's screen before the toast can appear.
  const waitForToast = () => desk.getByText(`High: ${title}`).first().waitFor({ timeout: 120_000 })
  let toastPromise = Promise.resolve()

  await test.step('the worker reports it with position and photo', async () => {
    await phone.getByRole('button', { name: 'Report Notify' }).first().tap()
    const dialog = phone.getByRole('dialog', { name: 'Report Notification' })
    const sendButton = dialog.getByRole('button', { name: 'Report Notification' })
    await expect(sendButton).toBeDisabled()
    await dialog.getByLabel('Title').fill(title)
    await dialog.getByLabel('Description').fill('Across the path, at knee height.')
    await dialog.getByText('High', { exact: true }).tap()
    await dialog.getByRole('button', { name: 'Add my position' }).tap()
    await expect(dialog.getByText(/±5 m/)).toBeVisible()
    const photo = await drawSidewaysJpeg(phone, 3_200, 2_400)
    await dialog.getByTestId('file-input').setInputFiles([
      { name: 'cable.jpg', mimeType: 'image/jpeg', buffer: photo },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') },
    ])
    await expect(dialog.getByText(/Only images, videos, PDF/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Remove notes.txt' }).tap()
    await expect(dialog.getByText(/^Ready to send/)).toBeVisible()
    toastPromise = waitForToast()
    await sendButton.tap()
    await expect(findMessage(phone, 'Notification reported successfully')).toBeVisible()
    await expect(phone.getByRole('heading', { name: title })).toBeVisible()
  })

  await test.step('the manager is notified, sees it immediately and takes it on', async () => {
    await toastPromise
    await desk.getByRole('button', { name: `View Details of ${title}` }).click()
    const details = findDetails(desk, title)
    await expect(details.getByText('Across the path, at knee height.')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Show cable.webp' })).toBeVisible()
    await details.getByRole('button', { name: 'Start work' }).click()
    const dialog = desk.getByRole('dialog', { name: 'Start work?' })
    await dialog.getByLabel('Note').fill('Two people on the way')
    await dialog.getByRole('button', { name: 'Start work' }).click()
    await expect(findMessage(desk, 'Hazard is in progress')).toBeVisible()
  })

  await test.step('the worker sees the new status and the note, and comments', async () => {
    await phone.getByRole('button', { name: `View Details of ${title}` }).tap()
    const details = findDetails(phone, title)
    await expect(details.getByText('Two people on the way')).toBeVisible()
    await details.getByLabel('Comment').fill('I keep people away')
    await details.getByRole('button', { name: 'Comment' }).tap()
    await expect(findDetails(desk, title).getByText('I keep people away')).toBeVisible()
    // Workers see only their own report and cannot resolve it.
    await expect(details.getByRole('button', { name: 'Mark as resolved' })).toHaveCount(0)
  })

  await test.step('the manager resolves and closes it', async () => {
    const details = findDetails(desk, title)
    for (const step of ['Mark as resolved', 'Mark as closed']) {
      await details.getByRole('button', { name: step, exact: true }).click()
      await desk
        .getByRole('dialog', { name: `${step}?` })
        .getByRole('button', { name: step, exact: true })
        .click()
      await expect(desk.getByRole('dialog', { name: `${step}?` })).toHaveCount(0)
      // The next step belongs to the new status.
      await expect(details.getByRole('button', { name: step, exact: true })).toHaveCount(0)
    }
    await expect(details.getByText('Closed', { exact: true })).toBeVisible()
    await expect(findDetails(phone, title).getByText('Closed', { exact: true })).toBeVisible()
    await expect(details.getByRole('button', { name: 'Reopen' })).toBeVisible()
  })
})
