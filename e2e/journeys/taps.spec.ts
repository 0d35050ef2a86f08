import type { Locator, Page } from '@playwright/test'
import { expect, pin, test } from '../fixtures.ts'
import { findMessage, openPage, places } from '../screens.ts'

const yard = 'Yamuna Works Yard'
const rally = 'India Gate Rally Point'
const viewport = { width: 360, height: 780 }
const phoneOptions = { viewport, touch: true, at: places.inYard }

/** Creates a helper that taps elements and counts the taps. Typed digits are not counted. */
function createTapCounter() {
  let tapCount = 0
  return {
    get taps() {
      return tapCount
    },
    async tap(target: Locator) {
      await target.tap()
      tapCount += 1
    },
  }
}

const findRoundButton = (page: Page, label: string) =>
  page.getByRole('navigation', { name: 'Quick access' }).getByRole('link', { name: label })
const expectInside = (page: Page, zone: string) =>
  expect(page.getByText(`You are INSIDE ${zone}!`)).toBeVisible()

test('a worker in two zones makes the first check with two taps and four digits, and later ones with a single tap', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Gita Pawar', { [yard]: 'app_user', [rally]: 'app_user' })
  const { page } = await person({ as: account, ...phoneOptions })

  await test.step('first check: the fourth digit enters, and the round button checks', async () => {
    const tapCounter = createTapCounter()
    await openPage(page, '/')
    await tapCounter.tap(
      page.getByRole('article', { name: yard }).getByRole('button', { name: 'Enter Zone' }),
    )
    await expect(page.getByLabel('Zone entry PIN, digit 1 of 4')).toBeFocused()
    await page.keyboard.type(pin)
    await tapCounter.tap(findRoundButton(page, 'Check Position'))
    await expectInside(page, yard)
    expect(tapCounter.taps).toBe(2)
  })

  await test.step('next check: the app opens in their zone, named in the header', async () => {
    const tapCounter = createTapCounter()
    await page.goto('about:blank')
    await openPage(page, '/')
    await expect(
      page.getByRole('banner').getByRole('button', { name: `Selected Zone: ${yard}` }),
    ).toBeVisible()
    await tapCounter.tap(findRoundButton(page, 'Check Position'))
    await expectInside(page, yard)
    expect(tapCounter.taps).toBe(1)
  })

  await test.step('on the page itself the round button checks again', async () => {
    const checkResponse = page.waitForResponse('**/rpc/presence/checkUserInZone')
    await findRoundButton(page, 'Check Position').tap()
    expect((await checkResponse).ok()).toBe(true)
  })
})

test('a worker in one zone without a PIN checks with a single tap; reloading or linking to the page reads no position', async ({
  person,
}) => {
  const tapCounter = createTapCounter()
  const { page } = await person({ as: 'worker', ...phoneOptions })
  await openPage(page, '/')
  await tapCounter.tap(findRoundButton(page, 'Check Position'))
  await expectInside(page, yard)
  expect(tapCounter.taps).toBe(1)

  const checks: string[] = []
  page.on('request', request => {
    if (request.url().endsWith('/rpc/presence/checkUserInZone')) checks.push(request.url())
  })
  await page.reload()
  await expect(page.getByText(/Last check/)).toBeVisible()
  await page.goto('about:blank')
  await openPage(page, '/my-zones?check=true')
  await expect(page.getByText(/Last check/)).toBeVisible()
  expect(checks).toEqual([])
})

test('a newcomer shares their code with one tap, and a manager next to them scans it', async ({
  person,
  enrol,
}) => {
  const account = await enrol('Hari Menon')
  const { page: newcomerPage } = await person({ as: account, viewport, touch: true })
  const { page: managerPage } = await person({ as: 'manager', viewport, touch: true })
  const picture = newcomerPage.getByRole('img', { name: 'Your user code as a QR code' })

  await test.step('sharing is the only main button, the picture is large, and no other screen repeats it', async () => {
    await newcomerPage.addInitScript(`navigator.share = async what => { window.shared = what }`)
    const tapCounter = createTapCounter()
    await openPage(newcomerPage, '/')
    await tapCounter.tap(newcomerPage.getByRole('button', { name: 'Share code' }))
    expect(await newcomerPage.evaluate('window.shared.text')).toContain(account.userCode)
    expect(tapCounter.taps).toBe(1)
    expect((await picture.boundingBox())?.width).toBeGreaterThan(240)
    await newcomerPage.getByRole('link', { name: 'Go to Dashboard' }).click()
    await newcomerPage.getByRole('button', { name: 'Check Zone Status' }).click()
    await expect(newcomerPage).toHaveURL(/#\/dashboard$/)
    await expect(picture).toBeVisible()
  })

  await test.step('a manager needs three taps: Add User, Scan code, Add User', async () => {
    await showToCamera(managerPage, await picture.evaluate((svg: { outerHTML: string }) => svg.outerHTML))
    await openPage(managerPage, '/zone-selection')
    await managerPage.getByRole('article', { name: yard }).getByRole('button', { name: 'Enter Zone' }).tap()
    await expect(managerPage.getByLabel('Zone entry PIN, digit 1 of 4')).toBeFocused()
    await managerPage.keyboard.type(pin)
    await expect(managerPage).toHaveURL(/#\/dashboard/)
    await openPage(managerPage, '/zone-app-users')
    const tapCounter = createTapCounter()
    await tapCounter.tap(managerPage.getByRole('button', { name: 'Add User' }).first())
    const dialog = managerPage.getByRole('dialog', { name: 'Add User by Code' })
    await tapCounter.tap(dialog.getByRole('button', { name: 'Scan code' }))
    await expect(dialog.getByLabel('User code')).toHaveValue(account.userCode)
    await tapCounter.tap(dialog.getByRole('button', { name: 'Add User' }))
    await expect(findMessage(managerPage, 'User Added Successfully')).toBeVisible()
    expect(tapCounter.taps).toBe(3)
    await expect(newcomerPage.getByRole('article', { name: yard }).getByText('Invited')).toBeVisible()
  })
})

/** Makes the page's camera show this drawing, from the next page load on. */
async function showToCamera(page: Page, svg: string) {
  await page.addInitScript(`{
    const show = async () => {
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = 480
      const pen = canvas.getContext('2d')
      const image = new Image()
      const sized = ${JSON.stringify(svg)}.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320"')
      image.src = 'data:image/svg+xml,' + encodeURIComponent(sized)
      await image.decode()
      setInterval(() => {
        pen.fillStyle = '#fff'
        pen.fillRect(0, 0, 480, 480)
        pen.drawImage(image, 80, 80)
      }, 100)
      return canvas.captureStream(10)
    }
    Object.defineProperty(navigator.mediaDevices, 'getUserMedia', { value: show })
  }`)
}
