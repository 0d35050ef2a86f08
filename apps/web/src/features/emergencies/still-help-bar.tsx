import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Text } from '@mantine/core'
import type { OwnAllClear } from '@muster/contract/emergencies.ts'
import { CallByName } from '../../ui/people/call-link.tsx'
import { AllClearWords } from './all-clear-words.tsx'
import classes from './emergency-frame.module.css'

type Props = { allClear: OwnAllClear; onDismiss: () => void }

/** Asks somebody who needed help, and whom nobody has marked as safe, whether they still do after the all clear. */
export function StillHelpBar({ allClear, onDismiss }: Props) {
  const { declaredBy, phone } = allClear
  return (
    <section className={classes.allClear} data-help aria-label={t`All clear`}>
      <div className={classes.words} role="status">
        <AllClearWords allClear={allClear} />
        <Text fw={600} mt={4}>
          {t`You asked for help, and nobody has marked you as safe. Do you still need help?`}
          {phone === '' && ` ${t`Then call a manager or the emergency services.`}`}
        </Text>
      </div>
      <Group gap="xs">
        {phone !== '' && <CallByName name={declaredBy} phone={phone} />}
        <Button variant="default" mih={48} onClick={onDismiss}>
          <Trans>No, I’m fine</Trans>
        </Button>
      </Group>
    </section>
  )
}
