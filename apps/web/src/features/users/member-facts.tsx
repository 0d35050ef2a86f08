import { Anchor } from '@mantine/core'
import type { MemberDetails } from '@muster/contract/users.ts'
import { Tag } from '../../ui/badges/tag.tsx'
import { Name } from '../../ui/people/name.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import classes from './app-user-details.module.css'
import { Fact } from './fact.tsx'
import { Phone } from './reach-buttons.tsx'

/** An address that opens a mail. */
export function Email({ address }: { address: string }) {
  return (
    <Anchor href={`mailto:${address}`} underline="always" className={classes.long}>
      {address}
    </Anchor>
  )
}

export function PhoneOrNone({ number }: { number: string | null }) {
  return number ? <Phone number={number} /> : <span className={classes.quiet}>Not given</span>
}

export function UserCode({ code }: { code: string }) {
  return (
    <span className={classes.code}>
      {code}
      <CopyButton text={code} label="Copy code" iconOnly />
    </span>
  )
}

function Skills({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return <span className={classes.quiet}>None given</span>
  return (
    <span className={classes.badges}>
      {skills.map(skill => (
        <Tag key={skill}>{skill}</Tag>
      ))}
    </span>
  )
}

/** The emergency contact and their relationship to the member, as far as given. */
function EmergencyContact({ contact }: { contact: MemberDetails['emergencyContact'] }) {
  const { name, phone, relationship } = contact
  if (!name && !phone && !relationship) return <span className={classes.quiet}>Not given</span>
  return (
    <span className={classes.contact}>
      {name && <Name>{name}</Name>}
      {relationship && <span className={classes.quiet}>{relationship}</span>}
      {phone && <Phone number={phone} />}
    </span>
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
