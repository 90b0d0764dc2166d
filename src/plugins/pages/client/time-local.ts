// Moments come from the server in UTC and say so. Here they are shown in the reader's own zone, with the UTC time as a title.
for (const time of document.querySelectorAll<HTMLTimeElement>('time[datetime][data-local]')) {
  const at = new Date(time.dateTime)
  if (Number.isNaN(at.getTime())) continue
  time.title = time.textContent ?? ''
  time.textContent = at.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
}
