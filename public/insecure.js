// Puts the address this page was opened with into its lines.
for (const place of document.querySelectorAll('[data-port]')) place.textContent = location.port || '80'
for (const place of document.querySelectorAll('[data-host]')) place.textContent = location.hostname
