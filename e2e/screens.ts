import { expect, type Locator, type Page } from '@playwright/test'
import type { Place } from './fixtures.ts'
import type { Credentials } from './muster.ts'
import { pin as demoPin } from './people.ts'

/** Positions in the demo organisation in New Delhi. */
export const places = {
  inYard: { latitude: 28.6184, longitude: 77.252 },
  /** Also in the yard, but far enough from `inYard` for the map to draw the person there separately. */
  inYardApart: { latitude: 28.62, longitude: 77.2508 },
  inOffice: { latitude: 28.6315, longitude: 77.2193 },
  farAway: { latitude: 28.58, longitude: 77.3 },
} satisfies Record<string, Place>

/**
 * Moves the device. Waits until the page has a reading from the new place, because a check may use a cached reading that is up to
 * half a minute old.
 */
export async function moveTo(page: Page, place: Place): Promise<void> {
  await page.context().setGeolocation({ accuracy: 5, ...place })
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const options = { enableHighAccuracy: true, maximumAge: 0 }
            navigator.geolocation.getCurrentPosition(it => resolve(it.coords.latitude), reject, options)
          }),
      ),
    )
    .toBe(place.latitude)
}

/**
 * Navigates to a page. The previous page stays until the next one has rendered. If both have a field of the same name, wait for
 * something that only the next page has.
 */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(`/#${path}`)
}

/** Types the four digits of a PIN into the boxes of the named group. */
export async function typePin(page: Page, label: string, digits: string): Promise<void> {
  await page.getByLabel(`${label}, digit 1 of 4`, { exact: true }).click()
  await page.keyboard.type(digits)
}

/** Selects a zone on the zone selection page and enters it with the PIN. */
export async function enterZone(page: Page, zone: string, digits = demoPin): Promise<void> {
  const dialog = page.getByRole('dialog', { name: `Enter ${zone}` })
  const card = page.getByRole('article', { name: zone })
  await expect(card).toBeVisible()
  // A single zone opens its dialog by itself a moment after its card appears; a press at that moment would hit the overlay.
  const isOnlyZone = (await page.getByRole('article').count()) === 1
  const asksItself = isOnlyZone && !(await card.getByText('Invited').isVisible())
  if (!asksItself && !(await dialog.isVisible()))
    await card.getByRole('button', { name: 'Enter Zone' }).click()
  await expect(dialog).toBeVisible()
  // The fourth digit submits the PIN.
  await typePin(page, 'Zone entry PIN', digits)
  await expect(page.getByText('Access Granted').first()).toBeVisible()
  // Shortcuts and menus belong to the app shell, which appears with the next page.
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveURL(/#\/(?!zone-selection)/)
}

/** Opens an item of the side menu, also one below More. */
export async function goTo(page: Page, item: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' })
  const link = menu.getByRole('link', { name: item })
  const more = menu.getByRole('button', { name: 'More', exact: true })
  await expect(link.or(more).first()).toBeVisible()
  if ((await link.count()) === 0) await more.click()
  await link.click()
}

/** Fills in and submits the sign-in form, which must be visible. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Resolves once the page's map and its contents are drawn. */
export const waitForMap = (page: Page): Promise<void> =>
  expect(page.locator('section[aria-label^="Map"]')).toHaveAttribute('aria-busy', 'false')

/** Finds the rows and cards of a list that open details, whether it is a table or, on a narrow screen, a list. */
export const findRows = (page: Page): Locator => page.locator('[data-opens-details]')

/** Finds a person's whole row in a list of people, including the cells beside the button that opens their details. */
export const findPersonRow = (page: Page, name: string): Locator =>
  page.locator('[data-person]').filter({ hasText: name })

/** Finds the details of a row, by title: next to the list, or in a sheet on a narrow screen. */
export const findDetails = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('region', { name, exact: true }).or(page.getByRole('dialog', { name, exact: true }))

/** Finds the side navigation: next to the page, or in the overlay. */
export const findSideMenu = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' })

/** Finds the items of the side menu, without the footer's Settings and Sign Out. */
export const findMenuItems = (page: Page): Locator => findSideMenu(page).getByRole('list').getByRole('link')

/** Opens a card of the settings from its row. */
export async function openSettingsCard(page: Page, title: string): Promise<Locator> {
  await page.getByRole('main').getByRole('link', { name: title, exact: true }).click()
  return findSettingsCard(page, title)
}

/** Finds a card of the settings, by its title. */
export const findSettingsCard = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true })

/** Finds a short message at the edge of the screen about the person's last action. */
export const findMessage = (page: Page, text: string): Locator =>
  page.getByRole('region', { name: 'Messages', exact: true }).getByText(text, { exact: true })

/** Draws a real PNG of this size in pixels in the browser. */
export async function drawPng(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(`{
    const canvas = document.createElement('canvas')
    canvas.width = ${width}
    canvas.height = ${height}
    const pen = canvas.getContext('2d')
    pen.fillStyle = '#2f6f4f'
    pen.fillRect(0, 0, ${width}, ${height})
    pen.fillStyle = '#f2c14e'
    pen.beginPath()
    pen.arc(${width / 2}, ${height / 2}, ${height / 3}, 0, 7)
    pen.fill()
    canvas.toDataURL('image/png')
  }`)
  return Buffer.from(String(url).split(',')[1] ?? '', 'base64')
}

/**
 * Page script: draws a noisy JPEG as stored by a phone held upright, sideways with EXIF orientation 6, and returns it as a file. As
 * displayed, its upper half is red and its lower half blue.
 */
const sidewaysJpegScript = (width: number, height: number) => `(async () => {
  const make = (width, height) => Object.assign(document.createElement('canvas'), { width, height })
  const noise = make(512, 512)
  const dots = noise.getContext('2d').createImageData(512, 512)
  for (let at = 0; at < dots.data.length; at++) dots.data[at] = at % 4 === 3 ? 90 : Math.random() * 256
  noise.getContext('2d').putImageData(dots, 0, 0)
  const canvas = make(${width}, ${height})
  const pen = canvas.getContext('2d')
  pen.fillStyle = '#d01010'
  pen.fillRect(0, 0, ${width / 2}, ${height})
  pen.fillStyle = '#1010d0'
  pen.fillRect(${width / 2}, 0, ${width / 2}, ${height})
  pen.fillStyle = pen.createPattern(noise, 'repeat')
  pen.fillRect(0, 0, ${width}, ${height})
  const jpeg = await new Promise(done => canvas.toBlob(done, 'image/jpeg', 0.8))
  // Inserted after the first two bytes: APP1, "Exif", a TIFF header, and one entry: 0x0112 (orientation), a short, once, 6.
  const exif = 'ffe1002245786966000049492a0008000000010012010300010000000600000000000000'
  const exifBytes = Uint8Array.from(exif.match(/../g), byte => Number.parseInt(byte, 16))
  return new File([jpeg.slice(0, 2), exifBytes, jpeg.slice(2)], 'me.jpg', { type: 'image/jpeg' })
})()`

/** Draws a noisy JPEG from a phone held upright: as displayed, its upper half is red and its lower half blue. */
export async function drawSidewaysJpeg(page: Page, width: number, height: number): Promise<Buffer> {
  const url = await page.evaluate(`${sidewaysJpegScript(width, height)}.then(file => new Promise(done => {
    const reader = new FileReader()
    reader.onload = () => done(reader.result)
    reader.readAsDataURL(file)
  }))`)
  return Buffer.from(String(url).split(',')[1] ?? '', 'base64')
}

/** Chooses such a JPEG in a file input, without sending the large file through the test. Returns its size in bytes. */
export async function chooseSidewaysJpeg(input: Locator, width: number, height: number): Promise<number> {
  await input.evaluate(element => (element as Element).setAttribute('data-chosen', ''))
  return input.page().evaluate(`${sidewaysJpegScript(width, height)}.then(file => {
    const input = document.querySelector('[data-chosen]')
    const transfer = new DataTransfer()
    transfer.items.add(file)
    input.files = transfer.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
    return file.size
  })`)
}
