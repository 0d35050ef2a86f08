import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { checkPositionAs, findZoneId, pin } from '../people.ts'
import { drawPng, findDetails, openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const phoneViewport = { width: 360, height: 740 }
/** What a keyboard leaves of it. */
const withKeyboard = { width: 360, height: 420 }

/** Presses an answer of the alarm by touch, where the finger meets it, and waits until the alarm has folded. */
async function answerByTouch(phone: Page): Promise<void> {
  const button = phone.getByRole('alertdialog').getByRole('button', { name: 'I’m safe' })
  await expect(button).toBeEnabled()
  const isOnTop = () =>
    button.evaluate(element => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
  await button.tap()
  await expect(phone.getByRole('alertdialog')).toHaveCount(0)
}

test('nothing covers an alarm: it is answered by touch over every kind of overlay, which stays open with what was typed', async ({
  muster,
  person,
  enrol,
}) => {
  const managerAccount = await enrol('Mara Quist', { [yard]: 'zone_manager_rw' })
  const worker = await enrol('Levi Okoye', { [yard]: 'app_user' })
  await checkPositionAs(muster, worker, yard, places.inYard)
  const zoneId = await findZoneId(muster, yard)
  const { token } = await muster.signIn(managerAccount)
  await muster.call('POST', `/zones/${zoneId}/enter`, { token, body: { pin } })
  const { page: phone } = await person({
    as: worker,
    inZone: yard,
    viewport: phoneViewport,
    touch: true,
    at: places.inYard,
  })

  /** Calls everyone inside, does `first`, answers on the phone, and gives the all clear. */
  const callAndAnswer = async (page = phone, first?: () => Promise<void>) => {
    const body = { zoneId, kind: 'evacuate', drill: false, requestId: crypto.randomUUID() }
    const { emergencyId } = (await muster.call('POST', '/emergencies', { token, body })) as {
      emergencyId: string
    }
    await first?.()
    await answerByTouch(page)
    await muster.call('POST', `/emergencies/${emergencyId}/all-clear`, { token, body: {} })
    await expect(page.getByRole('region', { name: `Emergency: Leave ${yard} now` })).toHaveCount(0)
  }

  await openPage(phone, '/hazards')
  const title = 'Loose cable at gate 7'

  await test.step('a sheet with a half-typed report, with the keyboard open', async () => {
    await phone.setViewportSize(withKeyboard)
    await phone.getByRole('button', { name: 'Report Notify' }).first().tap()
    const sheet = phone.getByRole('dialog', { name: 'Report Notification' })
    await sheet.getByLabel('Title').fill(title)
    await callAndAnswer()
    await expect(sheet.getByLabel('Title')).toHaveValue(title)
    await expect(sheet.getByLabel('Title')).toBeFocused()
    await phone.setViewportSize(phoneViewport)
    await sheet.getByLabel('Description').fill('Across the path, at knee height.')
    const buffer = await drawPng(phone, 40, 30)
    await sheet
      .getByTestId('file-input')
      .setInputFiles([{ name: 'cable.png', mimeType: 'image/png', buffer }])
    await sheet.getByRole('button', { name: 'Report Notification' }).tap()
    await expect(sheet).toHaveCount(0)
  })

  await test.step('details, and a photo in them', async () => {
    await phone.getByRole('button', { name: `View Details of ${title}` }).tap()
    const details = findDetails(phone, title)
    await expect(details.getByText('Across the path, at knee height.')).toBeVisible()
    await callAndAnswer()
    await expect(details).toBeVisible()
    await details.getByRole('button', { name: /^Show cable/ }).tap()
    const photo = phone.getByRole('dialog', { name: /^cable/ })
    await expect(photo).toBeVisible()
    await callAndAnswer()
    await expect(photo).toBeVisible()
  })

  await test.step('the menu, the search and the account menu', async () => {
    await openPage(phone, '/dashboard')
    await phone.getByRole('button', { name: 'Menu' }).tap()
    const menu = phone.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await callAndAnswer()
    await menu.getByRole('button', { name: 'Search' }).tap()
    const search = phone.getByRole('combobox', { name: 'Search' })
    await search.fill('gate')
    await callAndAnswer()
    await expect(search).toHaveValue('gate')
    await expect(search).toBeFocused()
    await openPage(phone, '/dashboard')
    await phone.getByRole('button', { name: /’s account$/ }).tap()
    await expect(phone.getByRole('menu')).toBeVisible()
    await callAndAnswer()
  })

  const openFolded = (page: Page) =>
    page
      .getByRole('region', { name: `Emergency: Leave ${yard} now` })
      .getByRole('button')
      .first()
      .tap()

  await test.step('it says where to go, and Back puts it off and leaves the page as it is', async () => {
    await openPage(phone, '/alerts')
    await callAndAnswer(phone, async () => {
      // The places say how far they are, without a press.
      await expect(
        phone
          .getByRole('alertdialog')
          .getByText(/m to the /)
          .first(),
      ).toBeVisible()
      await phone.goBack()
      await expect(phone.getByRole('alertdialog')).toHaveCount(0)
      await expect(phone).toHaveURL(/#\/alerts$/)
      await openFolded(phone)
    })
  })

  await test.step('the choice of a zone, and the PIN on a second phone', async () => {
    await openPage(phone, '/zone-selection')
    await callAndAnswer()
    const { page: secondPhone } = await person({
      as: worker,
      viewport: withKeyboard,
      touch: true,
      at: places.inYard,
    })
    await openPage(secondPhone, '/zone-selection')
    const findDigitBox = (n: number) => secondPhone.getByLabel(`Zone entry PIN, digit ${n} of 4`)
    await expect(findDigitBox(1)).toBeFocused()
    await secondPhone.keyboard.type('12')
    await callAndAnswer(secondPhone)
    await expect(findDigitBox(2)).toHaveValue('2')
    await expect(findDigitBox(3)).toBeFocused()
    // A call for help sends where they are, although no zone is entered.
    await callAndAnswer(secondPhone, async () => {
      const sent = secondPhone.waitForResponse('**/ingest/positions')
      await secondPhone.getByRole('button', { name: 'I need help' }).tap()
      expect((await sent).ok()).toBe(true)
      // The sheet with the PIN is open as before.
      await secondPhone.keyboard.press('Escape')
      await openFolded(secondPhone)
    })
  })
})
