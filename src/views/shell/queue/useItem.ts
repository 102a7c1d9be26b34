import { useMemo } from 'react'
import type { QueueItem } from '#core/model/entities.ts'
import { queueItem } from '#projections/player.ts'
import { useSignalValue } from '../../kit/useSignalValue.ts'

export function useItem(itemId: string): Readonly<QueueItem> | undefined {
  return useSignalValue(useMemo(() => queueItem(itemId), [itemId]))
}
