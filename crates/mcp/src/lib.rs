//! The protocol edge: tools, prompts, both eras, HTTP and stdio.
