/* Before the first paint: the theme that was chosen, so that no other one is seen first. Everything else waits for app.js. */

try {
  const { theme, contrast } = JSON.parse(localStorage.getItem("parlour.settings") ?? "{}");
  if (theme && theme !== "auto") document.documentElement.dataset.theme = theme;
  if (contrast && contrast !== "auto") document.documentElement.dataset.contrast = contrast;
} catch {
  // The browser keeps nothing for this page.
}
