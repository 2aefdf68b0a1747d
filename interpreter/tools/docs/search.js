// Shows only what has all of the words that are searched for.
const field = document.getElementById("search");
field.addEventListener("input", () => {
  const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const entry of document.querySelectorAll(".entry")) {
    const words = entry.dataset.words + " " + entry.textContent.toLowerCase();
    entry.hidden = !wanted.every((word) => words.includes(word));
  }
});
