import type { Page } from '@playwright/test'
import { expectNoBarrier } from '../barriers.ts'
import { expect, test } from '../fixtures.ts'
import { isLongForm } from '../long-form.ts'
import { enterZoneAs } from '../people.ts'
import {
  chooseSidewaysJpeg,
  drawPng,
  findDetails,
  findMessage,
  findSettingsCard,
  goTo,
  openPage,
  openSettingsCard,
} from '../screens.ts'

const yard = 'Yamuna Works Yard'
const rally = 'India Gate Rally Point'
const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

/** Opens a dialog with its button on a settings card, checks the dialog, and closes it with Escape. */
async function checkDialog(page: Page, card: string, button: string): Promise<void> {
  await findSettingsCard(page, card).getByRole('button', { name: button }).click()
  await expectNoBarrier(page, `settings: ${button}`, { dialog: page.getByRole('dialog') })
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const expectPhoto = (at: ReturnType<Page['locator']>) =>
  expect
    .poll(() => at.locator('img').evaluate(it => (it as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)

test('a person changes name, skills, photo and code, and the manager who adds them by the new code sees each', async ({
  person,
  enrol,
  muster,
  watch,
}) => {
  // Drawing and shrinking the large photo is slow.
  test.slow()
  watch.expectRefusal(404)
  const account = await enrol('Hema Das', { [rally]: 'app_user' })
  const secondSession = await muster.signIn(account)
  const { page, context } = await person({ as: account })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openPage(page, '/settings')
  const codeCard = findSettingsCard(page, 'My User Code')
  const code = codeCard.getByRole('img', { name: /^Your user code/ }).first()
  const photoCard = findSettingsCard(page, 'Profile photo')
  const photoInput = photoCard.getByLabel('Profile photo file')
  const cropDialog = page.getByRole('dialog', { name: 'Crop your photo' })

  await test.step('the header shows the new name', async () => {
    const card = findSettingsCard(page, 'Personal info')
    await card.getByLabel('Last name').fill('Das Rao')
    await card.getByRole('button', { name: 'Save changes' }).click()
    await expect(findMessage(page, 'Profile updated successfully')).toBeVisible()
    await expect(page.getByRole('button', { name: /: Hema Das Rao’s account$/ })).toBeVisible()
  })

  await test.step('a skill is added', async () => {
    const card = findSettingsCard(page, 'Skills')
    await card.getByLabel('Add a skill').fill('Crane licence')
    await page.keyboard.press('Enter')
    const skills = card.getByRole('list', { name: 'My skills' }).getByRole('listitem')
    await expect(skills).toHaveText(['Crane licence'])
  })

  await test.step('dark mode is chosen', async () => {
    const html = page.locator('html')
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    const card = await openSettingsCard(page, 'Appearance')
    await card.locator('label', { hasText: 'Dark' }).click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.goBack()
  })

  await test.step('the emergency contact is saved; typed text and dark mode survive a reload', async () => {
    const card = findSettingsCard(page, 'Emergency contact')
    await card.getByLabel('Name').fill('Suresh Nath')
    await page.reload()
    await expect(card.getByLabel('Name')).toHaveValue('Suresh Nath')
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await card.getByLabel('Phone').fill('+91 11 5550 0177')
    await card.getByLabel('Relationship').fill('Brother')
    await card.getByRole('button', { name: 'Save changes' }).click()
    await expect(findMessage(page, 'Profile updated successfully')).toBeVisible()
  })

  await test.step('System follows the device again', async () => {
    const html = page.locator('html')
    const card = await openSettingsCard(page, 'Appearance')
    await expect(card.getByRole('radio', { name: 'Dark' })).toBeChecked()
    await card.locator('label', { hasText: 'System' }).click()
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(html).toHaveAttribute('data-mantine-color-scheme', 'light')
    await page.goBack()
  })

  await test.step('a photo is cropped with the keyboard and uploaded', async () => {
    const buffer = await drawPng(page, 640, 400)
    await photoInput.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await expect(cropDialog.getByRole('img', { name: 'Visible part' })).toBeVisible()
    const zoom = cropDialog.getByRole('slider', { name: 'Zoom' })
    await expectNoBarrier(page, 'settings: photo', { shown: zoom })
    await zoom.focus()
    await page.keyboard.press('ArrowRight')
    await expect(zoom).toHaveAttribute('aria-valuenow', '1')
    await cropDialog.getByRole('button', { name: 'Use photo' }).click()
    await expect(findMessage(page, 'Profile image updated successfully')).toBeVisible()
    await expect(cropDialog).toHaveCount(0)
  })

  await test.step('after a reload the photo is still here and in the header, and the contact is saved', async () => {
    await expectPhoto(photoCard)
    await expectPhoto(page.getByRole('banner'))
    await page.reload()
    await expectPhoto(photoCard)
    await expect(findSettingsCard(page, 'Emergency contact').getByLabel('Relationship')).toHaveValue(
      'Brother',
    )
  })

  await test.step('the code is masked until requested, and copied without being shown', async () => {
    await expect(codeCard.getByRole('img', { name: 'Your user code, hidden' })).toHaveText(
      'MUS-••••-••••-••••',
    )
    await codeCard.getByRole('button', { name: 'Copy code' }).click()
    await expect(findMessage(page, 'Code Copied')).toBeVisible()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(account.userCode)
    await codeCard.getByRole('button', { name: 'Show code' }).click()
    await expect(code).toHaveText(account.userCode)
    await expect(codeCard.getByRole('img', { name: 'Your user code as a QR code' })).toBeVisible()
  })

  await test.step('the settings, their cards and their dialogs are accessible', async () => {
    await expectNoBarrier(page, '/settings')
    const help = await openSettingsCard(page, 'Help')
    await help.getByRole('button', { name: 'Who can see my photo?' }).click()
    await expectNoBarrier(page, 'settings: help', { shown: help })
    await page.goBack()
    await checkDialog(page, 'My User Code', 'Generate new code')
    await codeCard.getByRole('button', { name: 'Hide code' }).click()
    await expect(code).not.toContainText(account.userCode.slice(4))
    await checkDialog(page, 'Profile photo', 'Remove photo')
    const findSettingsLink = (name: string) =>
      page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name })
    await findSettingsLink('Sign-in').click()
    await expect(findSettingsCard(page, 'Two-step sign-in')).toBeVisible()
    await expectNoBarrier(page, '/settings/sign-in', { only: 'both' })
    await checkDialog(page, 'Password', 'Change password')
    await checkDialog(page, 'Zone entry PIN', 'Change PIN')
    await findSettingsLink('Devices and offline').click()
    await expect(findSettingsCard(page, 'Signed-in devices').getByRole('listitem')).toHaveCount(2)
    await expectNoBarrier(page, '/settings/devices')
    await checkDialog(page, 'Signed-in devices', 'Revoke')
    await findSettingsLink('Position and privacy').click()
    await expect(findSettingsCard(page, 'Download my data')).toBeVisible()
    await expectNoBarrier(page, '/settings/position', { only: 'both' })
    await openPage(page, '/settings/position?card=data')
    await expectNoBarrier(page, 'settings: data about me', { shown: findSettingsCard(page, 'Data about me') })
    await page.getByRole('link', { name: 'Position and privacy' }).click()
    await findSettingsLink('Notifications').click()
    await expect(findSettingsCard(page, 'Alerts').getByRole('switch').first()).toBeVisible()
    await expectNoBarrier(page, '/settings/notifications', { only: 'both' })
    await openPage(page, '/settings')
  })

  let newCode = ''
  await test.step('a new code is created after a confirmation', async () => {
    await codeCard.getByRole('button', { name: 'Generate new code' }).click()
    const dialog = page.getByRole('dialog', { name: 'Generate a new code?' })
    await dialog.getByRole('button', { name: 'Generate new code' }).click()
    await expect(findMessage(page, 'Code Regenerated')).toBeVisible()
    // Wait for the new code, because the old code and its mask stay visible for a moment after the confirmation.
    await expect(code).toHaveText(/^MUS-[A-Z]{4}-[A-Z]{4}-[A-Z]{4}$/)
    await expect(code).not.toHaveText(account.userCode)
    newCode = (await code.textContent()) ?? ''
  })

  await test.step('a manager cannot use the old code, and the new one adds the person', async () => {
    const { page: managerPage } = await person({ as: 'manager', inZone: yard })
    await openPage(managerPage, '/dashboard')
    await goTo(managerPage, 'App Users')
    await managerPage.getByRole('button', { name: 'Add User' }).first().click()
    const dialog = managerPage.getByRole('dialog', { name: 'Add User by Code' })
    await dialog.getByLabel('User code').fill(account.userCode)
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(dialog.getByRole('alert')).toHaveText(
      'Invalid user code. Please check the code and try again.',
    )
    await dialog.getByLabel('User code').fill(newCode)
    await dialog.getByRole('button', { name: 'Add User' }).click()
    await expect(findMessage(managerPage, 'User Added Successfully')).toBeVisible()
    await enterZoneAs(muster, secondSession, yard)
    await managerPage.getByLabel('Search by name, email or user code').fill(newCode)
    const row = managerPage.getByRole('button', { name: /Hema Das Rao/ })
    await expectPhoto(row)
    await row.click()
    await expect(findDetails(managerPage, 'Hema Das Rao').getByText('Crane licence')).toBeVisible()
  })

  await test.step('the photo is removed after a confirmation', async () => {
    await photoCard.getByRole('button', { name: 'Remove photo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove your photo?' })
    await dialog.getByRole('button', { name: 'Remove photo' }).click()
    await expect(photoCard.getByRole('button', { name: 'Upload photo' })).toBeVisible()
    await expect(photoCard.locator('img')).toHaveCount(0)
  })

  await test.step('a photo from a large phone camera is scaled down and stays upright', async () => {
    const uploadRequest = page.waitForRequest(request => request.url().includes('/upload/profile-image'))
    // Stored sideways as by a phone held upright, and larger than the limit; in the long form 48 megapixels. As displayed, red is
    // above blue.
    const [width, height] = isLongForm ? [8_064, 6_048] : [5_600, 4_200]
    expect(await chooseSidewaysJpeg(photoInput, width, height)).toBeGreaterThan(MAX_UPLOAD_BYTES)
    await expect(cropDialog.getByRole('img', { name: 'Visible part' })).toBeVisible({ timeout: 30_000 })
    await cropDialog.getByRole('button', { name: 'Use photo' }).click()
    await expect(findMessage(page, 'Profile image updated successfully')).toBeVisible()
    expect(Number(await (await uploadRequest).headerValue('content-length'))).toBeLessThanOrEqual(
      MAX_UPLOAD_BYTES,
    )

    const readColours = () =>
      photoCard.locator('img').evaluate(async it => {
        const image = it as HTMLImageElement
        await image.decode()
        const context = Object.assign(document.createElement('canvas'), { width: 2, height: 2 }).getContext(
          '2d',
        )
        context?.drawImage(image, 0, 0, 2, 2)
        const colourAt = (y: number) => [...(context?.getImageData(0, y, 1, 1).data ?? [])]
        const toName = ([red = 0, , blue = 0]: number[]) =>
          red > blue + 60 ? 'red' : blue > red + 60 ? 'blue' : ''
        return [toName(colourAt(0)), toName(colourAt(1))]
      })
    await expect.poll(readColours).toEqual(['red', 'blue'])
  })
})
