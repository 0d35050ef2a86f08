import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/button.tsx'
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx'
import { CopyButton } from '../../ui/sharing/copy-button.tsx'
import { notify } from '../../ui/toast/notify.ts'
import classes from './two-step.module.css'

/** Shows the one-time codes for signing in without the phone. They cannot be shown again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  // Focus the text, because the previously focused element is gone. If the close button received the focus, Enter would discard the
  // codes.
  const introRef = useRef<HTMLParagraphElement>(null)
  useEffect(() => introRef.current?.focus(), [])
  return (
    <Stack>
      <p ref={introRef} tabIndex={-1} className={classes.words}>
        <Trans>
          If you lose your phone, you can sign in with these codes, once each. Save them somewhere you’ll find
          them, not just on your phone. They won’t be shown again.
        </Trans>
      </p>
      <CodeList codes={codes} />
      <Group gap="xs">
        <CopyButton
          text={codes.join('\n')}
          label={t`Copy codes`}
          onDone={copied => {
            if (!copied) notify.error(t`Copy Failed`, t`Print the codes or write them down.`)
          }}
        />
        <Button variant="default" icon={IconPrinter} onClick={() => window.print()}>
          {t`Print codes`}
        </Button>
      </Group>
      {createPortal(
        <div data-print-alone data-print-only aria-hidden>
          <h1>{t`Recovery codes for Muster`}</h1>
          <p>{t`Each code works once, together with your password. Keep them safe.`}</p>
          <CodeList codes={codes} />
        </div>,
        document.body,
      )}
      <DialogButtons>
        <Button onClick={onDone}>{t`I’ve saved them`}</Button>
      </DialogButtons>
    </Stack>
  )
}

function CodeList({ codes }: { codes: readonly string[] }) {
  return (
    <ul className={classes.codes} aria-label={t`Recovery codes`}>
      {codes.map(code => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  )
}
