import { Anchor, Box, Flex, Text } from '@mantine/core'
import type { MemberDetails } from '@muster/contract/users.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Fact } from '../../ui/layout/facts.tsx'
import { Name } from '../../ui/people/name.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { Phone } from './reach-buttons.tsx'

/** An address that opens a mail. */
export function Email({ address }: { address: string }) {
  return (
    <Anchor href={`mailto:${address}`} underline="always">
      {address}
    </Anchor>
  )
}

export function PhoneOrNone({ number }: { number: string | null }) {
  return number ? (
    <Phone number={number} />
  ) : (
    <Text span inherit c="dimmed">
      Not given
    </Text>
  )
}

export function UserCode({ code }: { code: string }) {
  return (
    <Flex component="span" align="center" gap={4}>
      {code}
      {/* The button is taller than the line; the row is not. */}
      <Box component="span" my={-10}>
        <CopyButton text={code} label="Copy code" iconOnly />
      </Box>
    </Flex>
  )
}

function Skills({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0)
    return (
      <Text span inherit c="dimmed">
        None given
      </Text>
    )
  return (
    <Flex component="span" wrap="wrap" align="center" gap="xs" miw={0}>
      {skills.map(skill => (
        <Tag key={skill}>{skill}</Tag>
      ))}
    </Flex>
  )
}

/** The emergency contact and their relationship to the member, as far as given. */
function EmergencyContact({ contact }: { contact: MemberDetails['emergencyContact'] }) {
  const { name, phone, relationship } = contact
  if (!name && !phone && !relationship)
    return (
      <Text span inherit c="dimmed">
        Not given
      </Text>
    )
  return (
    <Flex component="span" direction="column" align="flex-start">
      {name && <Name>{name}</Name>}
      {relationship && (
        <Text span inherit c="dimmed">
          {relationship}
        </Text>
      )}
      {phone && <Phone number={phone} />}
    </Flex>
  )
}

/** Facts that members enter themselves, for both lists of facts; inside a `dl`. */
export function SkillsAndContact({ member }: { member: MemberDetails }) {
  return (
    <>
      <Fact name="Skills">
        <Skills skills={member.skills} />
      </Fact>
      <Fact name="Emergency contact">
        <EmergencyContact contact={member.emergencyContact} />
      </Fact>
    </>
  )
}
