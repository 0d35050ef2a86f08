import { t } from '@lingui/core/macro'
import { Anchor, Box, Flex, Text } from '@mantine/core'
import type { MemberDetails } from '@muster/contract/users.ts'
import type { ReactNode } from 'react'
import { toTelephoneUrl } from '../../lib/telephone.ts'
import { Tag } from '../badges/tag.tsx'
import { Fact } from '../layout/facts.tsx'
import { CopyButton } from '../sharing/copy-button.tsx'
import { Name } from './name.tsx'

/** An email address as a mailto link. Where it is too long for a line, it breaks before the domain. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf('@')
  return (
    <Anchor href={`mailto:${address}`} underline="always">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </Anchor>
  )
}

function Phone({ number }: { number: string }) {
  return (
    <Anchor href={toTelephoneUrl(number)} underline="always" dir="ltr">
      {number}
    </Anchor>
  )
}

/** An email address in a row of a list, on one line: what does not fit is in the tooltip and in the details. */
export function EmailLine({ address }: { address: string }) {
  return (
    <Text span inherit truncate maw="100%" title={address}>
      {address}
    </Text>
  )
}

/** A person's phone number. Renders nothing if they have none, like all facts here. Use these inside a `dl`. */
export const PhoneFact = ({ number }: { number: string | null }) =>
  number && (
    <Fact name={t`Phone`}>
      <Phone number={number} />
    </Fact>
  )

/** Dimmed text that replaces an unknown fact or adds to a known one. */
export function QuietText({ children }: { children: ReactNode }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  )
}

export function UserCode({ code }: { code: string }) {
  return (
    <Flex component="span" align="center" gap={4}>
      {code}
      {/* The button is taller than the line and must not make the row taller. */}
      <Box component="span" my={-10}>
        <CopyButton text={code} label={t`Copy code`} iconOnly />
      </Box>
    </Flex>
  )
}

export const SkillsFact = ({ skills }: { skills: readonly string[] }) =>
  skills.length > 0 && (
    <Fact name={t`Skills`}>
      <Flex component="span" wrap="wrap" align="center" gap="xs" miw={0}>
        {skills.map(skill => (
          <Tag key={skill}>{skill}</Tag>
        ))}
      </Flex>
    </Fact>
  )

export function EmergencyContactFact({ contact }: { contact: MemberDetails['emergencyContact'] }) {
  const { name, phone, relationship } = contact
  if (!name && !phone && !relationship) return null
  return (
    <Fact name={t`Emergency contact`}>
      <Flex component="span" direction="column" align="flex-start">
        {name && <Name>{name}</Name>}
        {relationship && <QuietText>{relationship}</QuietText>}
        {phone && <Phone number={phone} />}
      </Flex>
    </Fact>
  )
}
