import { t } from '@lingui/core/macro'
import { Group, Slider, Stack, Text } from '@mantine/core'
import { type PointerEvent, useRef } from 'react'
import { type Crop, closestSide, extent, moved, type Size, within, zoomed } from './crop.ts'
import classes from './crop-control.module.css'

type Props = {
  source: string
  /** Undefined until the picture has loaded. */
  size: Size | undefined
  crop: Crop
  disabled: boolean
  onSize: (size: Size) => void
  onUnreadable: () => void
  onChange: (crop: Crop) => void
}

/** A square crop of a picture, moved by dragging or with sliders, which also work by keyboard. */
export function CropControl({ source, size, crop, disabled, onSize, onUnreadable, onChange }: Props) {
  const last = useRef<{ x: number; y: number } | null>(null)
  const part = size ? extent(size, crop.side) : { x: 1, y: 1 }

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!size || !last.current || disabled) return
    const { clientX: x, clientY: y } = event
    const width = event.currentTarget.clientWidth || 1
    onChange(moved(size, crop, (last.current.x - x) / width, (last.current.y - y) / width))
    last.current = { x, y }
  }
  const drop = () => {
    last.current = null
  }
  return (
    <Stack>
      <div
        className={classes.window}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          last.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        <img
          className={classes.picture}
          src={source}
          alt={t`Visible part`}
          draggable={false}
          style={{
            width: `${100 / part.x}%`,
            height: `${100 / part.y}%`,
            left: `${(-crop.x / part.x) * 100}%`,
            top: `${(-crop.y / part.y) * 100}%`,
            visibility: size ? undefined : 'hidden',
          }}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
            if (width > 0 && height > 0) onSize({ width, height })
            else onUnreadable()
          }}
          onError={onUnreadable}
        />
        <span className={classes.circle} aria-hidden="true" />
      </div>
      {size && (
        <Stack gap={4}>
          <Part
            label={t`Zoom`}
            // From 0 for the full square to 1 for the closest zoom.
            value={(1 - crop.side) / (1 - closestSide)}
            disabled={disabled}
            onChange={value => onChange(zoomed(size, crop, 1 - value * (1 - closestSide)))}
          />
          <Part
            label={t`Left or right`}
            value={place(crop.x, part.x)}
            disabled={disabled || part.x >= 0.999}
            onChange={value => onChange(within(size, { ...crop, x: value * (1 - part.x) }))}
          />
          <Part
            label={t`Up or down`}
            value={place(crop.y, part.y)}
            disabled={disabled || part.y >= 0.999}
            onChange={value => onChange(within(size, { ...crop, y: value * (1 - part.y) }))}
          />
        </Stack>
      )}
    </Stack>
  )
}

/** Returns the position of the crop between its two ends, from 0 to 1; 0.5 if it cannot move. */
function place(start: number, extentThere: number): number {
  return extentThere >= 0.999 ? 0.5 : start / (1 - extentThere)
}

type PartProps = { label: string; value: number; disabled: boolean; onChange: (value: number) => void }

function Part({ label, value, disabled, onChange }: PartProps) {
  return (
    <Group wrap="nowrap" gap="sm" mih="var(--m-control)" pe="sm">
      <Text span fw={600} w={96} aria-hidden="true">
        {label}
      </Text>
      <Slider
        flex={1}
        thumbLabel={label}
        thumbValueText={percent => `${Math.round(percent)} %`}
        label={null}
        thumbSize={24}
        min={0}
        max={100}
        step={1}
        value={Math.round(value * 100)}
        disabled={disabled}
        onChange={percent => onChange(percent / 100)}
      />
    </Group>
  )
}
