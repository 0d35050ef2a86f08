import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Accordion, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { SettingsCard } from './settings-card.tsx'

const topics: { id: string; question: string; answer: ReactNode }[] = [
  {
    id: 'password',
    question: t`How do I change my password?`,
    answer: (
      <>
        <Trans>
          Use{' '}
          <Anchor component={Link} to={paths.settingsSignIn} underline="always">
            Change password
          </Anchor>{' '}
          in Settings. If you forgot your password, use{' '}
          <Anchor component={Link} to={paths.forgotPassword} underline="always">
            Forgot Password
          </Anchor>{' '}
          on the sign-in page. We’ll email you a link that works for one hour.
        </Trans>
      </>
    ),
  },
  {
    id: 'profile',
    question: t`How do I update my profile?`,
    answer: t`Change your name, skills, photo and emergency contact on this page and save. To change your email address, use Change email and open the link we send. Only an administrator can change your phone number.`,
  },
  {
    id: 'user-code',
    question: t`What is my user code for?`,
    answer: t`Zone managers use it to add you to a zone. Show it as text or QR code, or copy and send it. If the wrong person has it, generate a new one. The old code stops working immediately.`,
  },
  {
    id: 'photo',
    question: t`Who can see my photo?`,
    answer: t`The managers of your zones, the people in your groups, and administrators. Without a photo, they see your initials.`,
  },
]

/** The four most common questions about an account. */
export function HelpCard() {
  return (
    <SettingsCard title={t`Help`}>
      <Accordion variant="contained" order={3} styles={{ label: { fontSize: '0.875rem', fontWeight: 600 } }}>
        {topics.map(({ id, question, answer }) => (
          <Accordion.Item key={id} value={id}>
            <Accordion.Control>{question}</Accordion.Control>
            <Accordion.Panel>{answer}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </SettingsCard>
  )
}
