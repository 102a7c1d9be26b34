/**
 * Where the focus goes with a bar that leaves. Keys go on at the release that Tab reaches; whoever pressed by pointer is
 * not put on one, where the next key would act.
 */
export function afterBar(box: HTMLElement): HTMLElement | null {
  const main = box.closest('main')
  const isByKeys = box.querySelector(':focus-visible') !== null
  return (isByKeys ? main?.querySelector<HTMLElement>('[data-release-id][tabindex="0"]') : null) ?? main
}
