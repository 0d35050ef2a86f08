import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { freshEmail } from '../people.ts'
import { message, open, typePin } from '../screens.ts'

/** Everything but what the seven rules look at. */
async function fillPerson(page: Page, email: string): Promise<void> {
  await page.getByLabel('First name').fill('Tara')
  await page.getByLabel('Last name').fill('Gill')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Date of birth').fill('1991-02-28')
}

const submit = (page: Page) => page.getByRole('button', { name: 'Create account' })

test('each of the seven rules speaks in its turn, at its field, and nothing typed is lost', async ({
  person,
}) => {
  const { page } = await person()
  const email = freshEmail('Tara Gill')
  await open(page, '/signup')
  const password = page.getByLabel('Password', { exact: true })
  const confirm = page.getByLabel('Confirm password')
  const pinDigit = (label: string, n: number) => page.getByLabel(`${label}, digit ${n} of 4`)
  /** The rule that is broken says so alone, and the field it is about has the focus. */
  const says = async (text: string, field: ReturnType<Page['getByLabel']>) => {
    await submit(page).click()
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(new RegExp(text))
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await expect(page).toHaveURL(/#\/signup/)
  }

  await test.step('the names, the address and the date are asked first', async () => {
    await says('First name is required', page.getByLabel('First name'))
    await fillPerson(page, 'tara-at-example')
    await says('Please enter a valid email address.', page.getByLabel('Email'))
    await page.getByLabel('Email').fill(email)
  })

  // All seven are broken now; what is put right lets the next one speak.
  await password.fill('short')
  await confirm.fill('other')
  await typePin(page, 'Zone entry PIN', '135')
  await typePin(page, 'Confirm PIN', '99')
  await test.step('1 passwords match', () => says('Passwords do not match', confirm))
  await confirm.fill('short')
  await test.step('2 password long enough', () => says('Password must be at least 6 characters', password))
  await password.fill('seven-orange-birds')
  await confirm.fill('seven-orange-birds')
  await test.step('3 PINs match', () => says('PINs do not match', pinDigit('Confirm PIN', 1)))
  await pinDigit('Confirm PIN', 2).click()
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await typePin(page, 'Confirm PIN', '135')
  await test.step('4 PIN has four digits', () =>
    says('PIN must be exactly 4 digits', pinDigit('Zone entry PIN', 1)))
  await test.step('5 PIN has only digits: nothing else can be typed, and no fifth one', async () => {
    await pinDigit('Zone entry PIN', 4).click()
    await page.keyboard.type('x -7')
    await pinDigit('Confirm PIN', 4).click()
    await page.keyboard.type('a7')
    for (const label of ['Zone entry PIN', 'Confirm PIN']) {
      const digits = [1, 2, 3, 4].map(n => pinDigit(label, n).inputValue())
      expect(await Promise.all(digits)).toEqual(['1', '3', '5', '7'])
    }
  })
  await test.step('6 phone given', () => says('Phone number is required', page.getByLabel('Phone')))
  await page.getByLabel('Phone').fill('+91 11-555')
  await test.step('7 phone looks like one', () =>
    says('Please enter a valid phone number', page.getByLabel('Phone')))
  await page.getByLabel('Phone').fill('+91 (11) 5550-0142')

  await test.step('a password everybody tries first is refused', async () => {
    await password.fill('Password1')
    await confirm.fill('Password1')
    await says('This password is too common. Please choose another one.', password)
    await password.fill('seven-orange-birds')
    await confirm.fill('seven-orange-birds')
  })

  await submit(page).click()
  await expect(message(page, 'Account Created')).toBeVisible()
  await expect(message(page, 'Account created successfully! Welcome to Muster.')).toBeVisible()
  await expect(page).toHaveURL(/#\/zone-selection$/)
  await expect(page.getByRole('img', { name: /^Your user code: / })).toBeVisible()
})

test('an address that has an account is refused in words, and the form keeps what was typed', async ({
  person,
  enrol,
  watch,
}) => {
  watch.expectRefusal(409)
  const { email } = await enrol('Tara Gill')
  const { page } = await person()
  await open(page, '/signup')
  await fillPerson(page, email)
  await page.getByLabel('Phone').fill('+91 11 5550 0142')
  await page.getByLabel('Password', { exact: true }).fill('seven-orange-birds')
  await page.getByLabel('Confirm password').fill('seven-orange-birds')
  await typePin(page, 'Zone entry PIN', '1357')
  await typePin(page, 'Confirm PIN', '1357')
  await submit(page).click()
  const refusal = 'This email is already registered. Please try signing in instead.'
  await expect(message(page, 'Sign Up Error')).toBeVisible()
  await expect(message(page, refusal)).toBeVisible()
  await expect(page.locator('form').getByText(refusal)).toBeVisible()
  await expect(page.getByLabel('Email')).toBeFocused()

  // A reload keeps what is no secret.
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Tara')
  await expect(page.getByLabel('Phone')).toHaveValue('+91 11 5550 0142')
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
})
