import { t } from '@lingui/core/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'

type Props = {
  text: string
  label: string
  /** Called with true if the text was copied. Browsers can deny access to the clipboard. */
  onDone?: (copied: boolean) => void
  iconOnly?: boolean
  main?: boolean
}

/** A button that copies a text and confirms it for two seconds. */
export function CopyButton({ text, label, onDone, iconOnly = false, main = false }: Props) {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
      onDone?.(true)
    } catch {
      onDone?.(false)
    }
  }
  const icon = isCopied ? <IconCheck size="1.125rem" aria-hidden /> : <IconCopy size="1.125rem" aria-hidden />
  if (iconOnly) {
    return (
      <ActionIcon aria-label={isCopied ? t`Copied` : label} onClick={copy}>
        {icon}
      </ActionIcon>
    )
  }
  return (
    <Button variant={main ? 'filled' : 'default'} leftSection={icon} onClick={copy}>
      {isCopied ? t`Copied` : label}
    </Button>
  )
}
